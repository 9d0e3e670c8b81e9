import type * as Client from 'openid-client'
import type { z } from 'zod'
import type { Config } from '../../../src/config/config.ts'
import { isOpenIdOn } from '../../../src/config/openid.ts'
import { type OpenIdIdentity, SignInRefused } from '../../../src/people/openid.ts'
import { accountEmail } from '../../../src/record/rules/email.ts'
import { storableString } from '../../../src/record/rules/text.ts'
import { explained, OpenIdFailure } from './failure.ts'
import { type Claims, saysWhetherVerified, verifiedEmailOf } from './verified-email.ts'

const timeoutSeconds = 5
const clockToleranceSeconds = 30
// The limit of OpenID Connect.
const maxSubjectLength = 255
const metadataForMs = 60 * 60_000

/** What the browser keeps while the person is at the provider, to prove that the answer belongs to its request. */
export type PendingSignIn = { state: string; nonce: string; verifier: string }

type Settings = Pick<Config, 'PUBLIC_URL' | 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET'>

/** Returns the address to which the provider sends people back. It must be registered there. */
export function callbackUrl({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string {
  return `${PUBLIC_URL}/admin/login/oidc/callback`
}

/**
 * The OpenID provider by which people sign in. Its metadata are read when they are first needed and then every hour, so
 * the service starts without the provider.
 */
export class OpenIdProvider {
  readonly #settings: Settings
  #known: { at: number; configuration: Promise<Client.Configuration> } | undefined

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Returns the address at which a person signs in, and what proves the answer. Throws `OpenIdFailure`. */
  async start({ choosesAccount }: { choosesAccount: boolean }): Promise<PendingSignIn & { url: URL }> {
    const client = await import('openid-client')
    const configuration = await explained(() => this.#configuration())
    const [state, nonce, verifier] = [
      client.randomState(),
      client.randomNonce(),
      client.randomPKCECodeVerifier(),
    ]
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: callbackUrl(this.#settings),
      scope: 'openid email',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(choosesAccount && { prompt: promptFor(configuration.serverMetadata()) }),
    })
    return { state, nonce, verifier, url }
  }

  /**
   * Exchanges the answer of the provider, which is the query of the callback, for the account of the person.
   *
   * @throws OpenIdFailure
   */
  async finish(query: URLSearchParams, pending: PendingSignIn | undefined): Promise<OpenIdIdentity> {
    if (!pending || query.get('state') !== pending.state) throw new OpenIdFailure('expired', {})
    const client = await import('openid-client')
    const url = new URL(callbackUrl(this.#settings))
    url.search = query.toString()
    return explained(async () => {
      const configuration = await this.#configuration()
      const tokens = await client.authorizationCodeGrant(configuration, url, {
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        pkceCodeVerifier: pending.verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims() as Client.IDToken
      requireValid('sub', claims.sub, storableString(maxSubjectLength))
      const readUserInfo = () =>
        explained(() => client.fetchUserInfo(configuration, tokens.access_token, claims.sub))
      return {
        issuer: claims.iss,
        subject: claims.sub,
        verifiedEmail: async () => {
          const email = await findVerifiedEmail(claims, readUserInfo)
          if (email === undefined) throw new SignInRefused('no_verified_email', {})
          requireValid('email', email, accountEmail)
          return email
        },
      }
    })
  }

  /** Returns the provider's metadata. Throws an Error that says what to do. */
  async metadata(): Promise<Client.ServerMetadata> {
    try {
      return (await explained(() => this.#configuration())).serverMetadata()
    } catch (error) {
      if (!(error instanceof OpenIdFailure)) throw error
      throw new Error(`no valid answer: ${error.message}. ${adviceFor(error)}`, { cause: error })
    }
  }

  // A failure is tried again the next time.
  #configuration(): Promise<Client.Configuration> {
    if (!this.#known || Date.now() - this.#known.at > metadataForMs) {
      const known = { at: Date.now(), configuration: discover(this.#settings) }
      known.configuration.catch(() => {
        if (this.#known === known) this.#known = undefined
      })
      this.#known = known
    }
    return this.#known.configuration
  }
}

/** Returns the provider that the settings name. Undefined if people sign in with passwords only. */
export function openIdProvider(config: Config): OpenIdProvider | undefined {
  return isOpenIdOn(config) ? new OpenIdProvider(config) : undefined
}

async function discover({ OIDC_ISSUER = '', OIDC_CLIENT_ID = '', OIDC_CLIENT_SECRET = '' }: Settings) {
  const client = await import('openid-client')
  const issuer = new URL(OIDC_ISSUER)
  return client.discovery(
    issuer,
    OIDC_CLIENT_ID,
    { [client.clockTolerance]: clockToleranceSeconds },
    secretAuthentication(client, OIDC_CLIENT_SECRET),
    {
      timeout: timeoutSeconds,
      execute: [
        client.enableNonRepudiationChecks,
        ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    },
  )
}

// An issuer of several tenants, such as that of Entra, has a placeholder in its name.
function adviceFor({ detail: { field, received } }: OpenIdFailure): string {
  if (field !== 'issuer') return 'Start the provider or correct OIDC_ISSUER.'
  const tenant = String(received).replace(/\{\w+\}/g, 'TENANT')
  return tenant === received
    ? `Set OIDC_ISSUER to the name that the provider gives itself: ${received}`
    : `Set OIDC_ISSUER to ${tenant} with the id of your tenant in place of TENANT.`
}

// `client_secret_basic` is the default of the standard, and what is meant if the provider names no method.
function secretAuthentication(client: typeof Client, secret: string): Client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic') ? basic : post
    return authenticate(server, ...request)
  }
}

// The email of the ID token counts. Userinfo is asked if it has none, or does not say whether its email is verified.
async function findVerifiedEmail(
  claims: Claims,
  readUserInfo: () => Promise<Claims>,
): Promise<string | undefined> {
  const email = verifiedEmailOf(claims)
  if (email || (email === null && saysWhetherVerified(claims))) return email ?? undefined
  if (claims.email_verified === false) return undefined
  const more = await readUserInfo()
  const isSame = email === undefined || more.email === claims.email
  return (isSame && verifiedEmailOf(more)) || undefined
}

function requireValid(field: string, value: string, rule: z.ZodType): void {
  if (!rule.safeParse(value).success)
    throw new OpenIdFailure('provider_error', { message: `the ${field} claim cannot be stored`, field })
}

// Google and Microsoft do not publish the values, and let people choose. To others an unknown value is an error, and all
// must know `login`.
const letsChoose = ['accounts.google.com', 'login.microsoftonline.com']

function promptFor({ issuer, prompt_values_supported }: Client.ServerMetadata): string {
  const offersChoice = Array.isArray(prompt_values_supported)
    ? prompt_values_supported.includes('select_account')
    : letsChoose.includes(new URL(issuer).hostname)
  return offersChoice ? 'select_account' : 'login'
}
