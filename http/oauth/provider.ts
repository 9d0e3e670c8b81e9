import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import {
  type Configuration,
  errors,
  interactionPolicy,
  type JWK,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'
import { findActiveWriter } from '../../src/access/oauth/caller.ts'
import { OAuthStore } from '../../src/access/oauth/store.ts'
import type { Server } from '../server/server.ts'
import { oauthAdapter } from './adapter.ts'
import { ClientDocuments } from './client-document.ts'
import { clientAuthMethods, grantTypes, resourceOf, responseModes, scope, scopes } from './metadata.ts'
import { returnPage } from './return-page.ts'

const hour = 3600
const day = 24 * hour
const badRequest = 400

/** Returns the address of the page on which a person decides. */
function consentUrl(publicUrl: string, id: string): string {
  return `${publicUrl}/admin/connect/${id}`
}

type Keys = { jwks: { keys: JWK[] }; cookies: string[] }

/** The OAuth server, and the documents of its clients. */
export type OAuthServer = { provider: Provider; documents: ClientDocuments }

/** Creates the OAuth server, whose issuer is PUBLIC_URL. */
export async function createProvider(app: Server, key: Buffer): Promise<OAuthServer> {
  const issuer = app.config.PUBLIC_URL
  const store = new OAuthStore(app.orm, key)
  const documents = new ClientDocuments(store, app.config.isLocal)
  const keys = await store.keys(generateKeys)
  const provider = new Provider(issuer, {
    ...settings(issuer),
    adapter: oauthAdapter(store, documents),
    jwks: keys.jwks,
    cookies: {
      keys: keys.cookies,
      names: {
        session: 'oauth_session',
        interaction: 'oauth_consent',
        resume: 'oauth_resume',
        state: 'oauth_state',
      },
    },
    fetch: () => {
      throw new Error('The library must not fetch.')
    },
    // A person who is no longer an active admin or manager gets no new token.
    findAccount: async (_context, id) => {
      const isActive = await findActiveWriter(app.read, Number(id))
      return isActive ? { accountId: id, claims: async () => ({ sub: id }) } : undefined
    },
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId)
    },
    renderError: (context, { error, error_description }) => {
      // The library answers an error of `prompt=none` as a redirect.
      if (context.status < badRequest) context.status = badRequest
      context.type = 'text/plain'
      context.body = failureText(`${error_description ?? error} (${error}).`)
    },
  } as Configuration)
  provider.proxy = true
  provider.use(returnPage(issuer))
  provider.on('authorization.error', keepHere)
  provider.on('server_error', (context, error) => {
    keepHere(context, error)
    app.log.error({ err: error }, 'unexpected error of OAuth')
  })
  // By the client itself, or because a code or a refresh token was sent again: one of the two senders has stolen it.
  provider.on('grant.revoked', ({ oidc }) =>
    app.log.warn(
      { client_id: oidc.client?.clientId, route: oidc.route },
      'a connection was ended by its client or by a token that was used already',
    ),
  )
  return { provider, documents }
}

/** Returns the text of the page that says why a client cannot be connected. */
export function failureText(reason: string): string {
  return `The client cannot be connected: ${reason}\n`
}

// Anyone can register an address, so a request that no person has decided on leads nowhere. The library reads this after
// the event. The parameters of a request that continues are those that were decided on, unless reading them failed.
function keepHere({ oidc }: KoaContextWithOIDC, error: Error): void {
  const isDecided = oidc?.params !== undefined && oidc.entities.Interaction?.result !== undefined
  if (!isDecided) Object.assign(error, { allow_redirect: false })
}

function settings(issuer: string): Configuration {
  const resource = resourceOf(issuer)
  return {
    responseTypes: ['code'],
    scopes,
    claims: { read: [] },
    clientAuthMethods,
    clientDefaults: { application_type: 'native', grant_types: grantTypes, response_modes: responseModes },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    conformIdTokenClaims: true,
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: () => true,
    ttl: {
      AccessToken: hour,
      AuthorizationCode: 60,
      RefreshToken: 30 * day,
      Grant: 3650 * day,
      Interaction: hour,
      Session: hour,
      IdToken: hour,
    },
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      jwks: '/oauth/jwks',
      registration: '/oauth/register',
      revocation: '/oauth/revoke',
      end_session: '/oauth/end-session',
    },
    interactions: {
      url: (_context, { uid }) => consentUrl(issuer, uid),
      policy: consentPolicy(),
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: async (_context, client, token) => token.clientId === client.clientId,
      },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => resource,
        useGrantedResource: async () => true,
        getResourceServerInfo: async (_context: unknown, requested: string) => {
          if (requested !== resource) throw new errors.InvalidTarget()
          return { scope, audience: resource, accessTokenFormat: 'opaque', accessTokenTTL: hour }
        },
      },
    },
  } as Configuration
}

// A person decides on every request, also if the same client is connected already.
function consentPolicy() {
  const { Check, Prompt } = interactionPolicy
  return [
    new Prompt({ name: 'login', requestable: true }),
    new Prompt(
      { name: 'consent', requestable: true },
      new Check(
        'consent_missing',
        'a person must decide',
        'interaction_required',
        ({ oidc }) => !oidc.result?.consent,
      ),
    ),
  ]
}

async function generateKeys(): Promise<Keys> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const jwk = { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }
  return { jwks: { keys: [jwk as JWK] }, cookies: [randomBytes(32).toString('base64url')] }
}
