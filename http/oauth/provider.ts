import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { type Configuration, errors, interactionPolicy, type JWK, Provider } from 'oidc-provider'
import { findActiveWriter } from '../../src/access/oauth/caller.ts'
import { OAuthStore } from '../../src/access/oauth/store.ts'
import type { Server } from '../server/server.ts'
import { oauthAdapter } from './adapter.ts'
import { ClientDocuments } from './client-document.ts'

const hour = 3600
const day = 24 * hour

/** The scope that a client asks for; `offline_access` is that of refresh tokens. */
export const scope = 'read offline_access'

/** Returns the address of the one resource that access tokens are for. */
export function resourceOf(publicUrl: string): string {
  return `${publicUrl}/mcp`
}

/** Returns the address of the page on which a person decides. */
function consentUrl(publicUrl: string, id: string): string {
  return `${publicUrl}/admin/connect/${id}`
}

type Keys = { jwks: { keys: JWK[] }; cookies: string[] }

/** Creates the OAuth server, whose issuer is PUBLIC_URL. */
export async function createProvider(app: Server, key: Buffer): Promise<Provider> {
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
    fetch: documents.fetch as typeof fetch,
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
      context.type = 'text/plain'
      context.body = `The client cannot be connected: ${error_description ?? error} (${error}).\n`
    },
  } as Configuration)
  provider.proxy = true
  provider.on('server_error', (_context, error) => app.log.error({ err: error }, 'unexpected error of OAuth'))
  // By the client itself, or because a code or a refresh token was sent again: one of the two senders has stolen it.
  provider.on('grant.revoked', ({ oidc }) =>
    app.log.warn(
      { client_id: oidc.client?.clientId, route: oidc.route },
      'a connection was ended by its client or by a token that was used already',
    ),
  )
  return provider
}

function settings(issuer: string): Configuration {
  const resource = resourceOf(issuer)
  return {
    responseTypes: ['code'],
    scopes: scope.split(' '),
    claims: { read: [] },
    clientAuthMethods: ['none', 'client_secret_post', 'client_secret_basic'],
    clientDefaults: { application_type: 'native', grant_types: ['authorization_code', 'refresh_token'] },
    extraClientMetadata: { properties: ['software_id'], validator: requireSecureRedirects },
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
      revocation: { enabled: true },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
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

// Only a browser on the same machine may be redirected without TLS.
function requireSecureRedirects(_context: unknown, _key: string, _value: unknown, metadata: object) {
  const { redirect_uris = [] } = metadata as { redirect_uris?: string[] }
  for (const uri of redirect_uris) {
    const url = URL.parse(uri)
    if (url?.protocol === 'http:' && !isLoopback(url.hostname))
      throw new errors.InvalidRedirectUri('redirect_uris must use https, or http on a loopback address')
  }
}

/** Returns whether a host of a URL is the machine of the browser. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

async function generateKeys(): Promise<Keys> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const jwk = { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }
  return { jwks: { keys: [jwk as JWK] }, cookies: [randomBytes(32).toString('base64url')] }
}
