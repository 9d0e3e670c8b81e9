import type { FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Provider } from 'oidc-provider'
import { whyOAuthIsOff } from '../../src/config/oauth.ts'
import { publicPath } from '../answers/public-path.ts'
import { rateCounter, rejectOverLimit } from '../protection/rate-limit.ts'
import { clientNetwork } from '../request/client-address.ts'
import type { Server } from '../server/server.ts'
import { type ConsentRequest, forProvider, readRequest } from './consent-request.ts'
import { createProvider, resourceOf, scope } from './provider.ts'

const registrationsPerHour = 20
const secondsPerHour = 3600

/** The decision of a person: the id of the grant, or null for a denial. */
type Decision = { user_id: number; grantId: string } | null

declare module 'fastify' {
  interface FastifyInstance {
    /** The OAuth server for agents. Undefined if it is off. */
    oauth:
      | {
          /** The value of `WWW-Authenticate` in a 401 of /mcp. */
          challenge: () => string
          /** Returns the request that the browser may decide on. Undefined if it is unknown, expired or of another browser. */
          request: (
            request: FastifyRequest,
            reply: FastifyReply,
            id: string,
          ) => Promise<ConsentRequest | undefined>
          /** Stores a decision. Returns the address that continues the request. */
          decide: (request: FastifyRequest, reply: FastifyReply, decision: Decision) => Promise<string>
        }
      | undefined
  }
}

/**
 * Lets agents connect to /mcp with the consent of a person, by OAuth 2.1. Off without a secret key, with OAUTH=0, or if
 * PUBLIC_URL is neither https nor a loopback address.
 */
export const oauth = fastifyPlugin(
  async (app: Server, { secretKey }: { secretKey?: Buffer | undefined }) => {
    const { config } = app
    if (!secretKey || whyOAuthIsOff(config, true)) {
      app.decorate('oauth', undefined)
      return
    }
    const provider = onDemand(() => createProvider(app, secretKey))
    app.decorate('oauth', {
      challenge: () =>
        `Bearer resource_metadata="${config.PUBLIC_URL}/.well-known/oauth-protected-resource/mcp", scope="read"`,
      request: async (request, reply, id) => readRequest(await provider(), request, reply, id),
      decide: async (request, reply, decision) => {
        const result = decision
          ? {
              login: { accountId: String(decision.user_id), remember: false },
              consent: { grantId: decision.grantId },
            }
          : { error: 'access_denied', error_description: 'The person denied the request.' }
        return (await provider()).interactionResult(forProvider(request), reply.raw, result)
      },
    })
    await app.register(async (scope) => routes(scope as Server, provider))
  },
  { name: 'oauth', dependencies: ['rate-limit', 'redis'] },
)

function routes(app: Server, provider: () => Promise<Provider>): void {
  const { config } = app
  const path = publicPath(config)
  const countRegistration = rateCounter(app, 'oauth-registration', registrationsPerHour, secondsPerHour)
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, acceptsForms: true }
  })
  app.removeAllContentTypeParsers()
  // The library reads the bodies itself.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.addHook('onRequest', async (request, reply) => {
    await app.limitRate(request, reply)
  })

  const resourceMetadata = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.header('access-control-allow-origin', '*')
    return {
      resource: resourceOf(config.PUBLIC_URL),
      resource_name: 'portfolio-ops',
      authorization_servers: [config.PUBLIC_URL],
      scopes_supported: ['read'],
      bearer_methods_supported: ['header'],
    }
  }
  const resources = ['', '/mcp', ...(path ? [path, `${path}/mcp`] : [])]
  for (const suffix of new Set(resources))
    app.get(`/.well-known/oauth-protected-resource${suffix}`, resourceMetadata)

  const pass = async (request: FastifyRequest, reply: FastifyReply) => {
    const handle = (await provider()).callback()
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    await handle(forProvider(request), reply.raw)
  }
  for (const name of ['oauth-authorization-server', 'openid-configuration'])
    for (const suffix of path ? ['', path] : [''])
      app.get(`/.well-known/${name}${suffix}`, (request, reply) => {
        request.raw.url = `/.well-known/${name}`
        return pass(request, reply)
      })
  app.get('/oauth/authorize', (request, reply) => {
    request.raw.url = withReadScope(request.raw.url ?? '')
    return pass(request, reply)
  })
  for (const url of ['/oauth/authorize/:uid', '/oauth/jwks']) app.get(url, pass)
  for (const url of ['/oauth/token', '/oauth/revoke']) app.post(url, pass)
  app.post('/oauth/register', async (request, reply) => {
    const { exceeded, resetSeconds } = await countRegistration(clientNetwork(request))
    if (exceeded) rejectOverLimit(reply, resetSeconds)
    return pass(request, reply)
  })
}

// Tokens are always for reading, also if the client asks for no scope or for those of another server.
function withReadScope(url: string): string {
  const [path, query] = url.split('?')
  const parameters = new URLSearchParams(query)
  const asked = parameters.get('scope')?.split(' ') ?? []
  parameters.set(
    'scope',
    scope
      .split(' ')
      .filter((name) => name === 'read' || asked.includes(name))
      .join(' '),
  )
  return `${path}?${parameters}`
}

// With port 0, PUBLIC_URL is known only once the server listens. A failure is tried again with the next request.
function onDemand<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined
  return () => {
    created ??= create().catch((error: unknown) => {
      created = undefined
      throw error
    })
    return created
  }
}
