import type { FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { whyOAuthIsOff } from '../../src/config/oauth.ts'
import { publicPath } from '../answers/public-path.ts'
import { rateCounter, rejectOverLimit } from '../protection/rate-limit.ts'
import { clientNetwork } from '../request/client-address.ts'
import type { Server } from '../server/server.ts'
import { isDocumentAddress } from './client-document.ts'
import { InvalidRedirects, supportedMetadata } from './client-metadata.ts'
import { type ConsentRequest, forProvider, readRequest } from './consent-request.ts'
import { canonicalResource, openIdMetadata, resourceMetadata, scopes, serverMetadata } from './metadata.ts'
import { createProvider, failureText, type OAuthServer } from './provider.ts'
import { redirectFault } from './redirect-address.ts'

const registrationsPerHour = 20
const secondsPerHour = 3600
const maxBodyBytes = 32 * 1024

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
    const server = onDemand(() => createProvider(app, secretKey))
    app.decorate('oauth', {
      challenge: () =>
        `Bearer resource_metadata="${config.PUBLIC_URL}/.well-known/oauth-protected-resource/mcp", scope="read"`,
      request: async (request, reply, id) => readRequest((await server()).provider, request, reply, id),
      decide: async (request, reply, decision) => {
        const result = decision
          ? {
              login: { accountId: String(decision.user_id), remember: false },
              consent: { grantId: decision.grantId },
            }
          : { error: 'access_denied', error_description: 'The person denied the request.' }
        const { provider } = await server()
        return provider.interactionResult(forProvider(request), reply.raw, result)
      },
    })
    await app.register(async (scope) => routes(scope as Server, server))
  },
  { name: 'oauth', dependencies: ['rate-limit', 'redis'] },
)

function routes(app: Server, server: () => Promise<OAuthServer>): void {
  const { config } = app
  const path = publicPath(config)
  const countRegistration = rateCounter(app, 'oauth-registration', registrationsPerHour, secondsPerHour)
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, acceptsForms: true }
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBodyBytes }, (_request, body, done) =>
    done(null, body),
  )
  app.addHook('onRequest', async (request, reply) => {
    await app.limitRate(request, reply)
  })

  const publish = (name: string, suffixes: string[], document: (publicUrl: string) => object) => {
    for (const suffix of new Set(suffixes))
      app.get(`/.well-known/${name}${suffix}`, (_request, reply) =>
        reply.header('access-control-allow-origin', '*').send(document(config.PUBLIC_URL)),
      )
  }
  publish('oauth-protected-resource', ['', '/mcp', path, `${path}/mcp`], resourceMetadata)
  publish('oauth-authorization-server', ['', path], serverMetadata)
  publish('openid-configuration', ['', path], openIdMetadata)

  // Calls the library, which writes the answer itself.
  const pass = async (request: FastifyRequest, reply: FastifyReply, body?: string) => {
    const handle = (await server()).provider.callback()
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    await handle(forProvider(request, body), reply.raw)
  }
  app.get('/oauth/authorize', async (request, reply) => {
    const parameters = readParameters(request)
    const fault = await requestFault(await server(), parameters)
    if (fault) return reply.code(400).type('text/plain; charset=utf-8').send(failureText(fault))
    canonicalResource(parameters, config.PUBLIC_URL)
    request.raw.url = `/oauth/authorize?${parameters}`
    return pass(request, reply)
  })
  for (const url of ['/oauth/authorize/:uid', '/oauth/jwks'])
    app.get(url, (request, reply) => pass(request, reply))
  app.post('/oauth/token', (request, reply) => {
    const parameters = new URLSearchParams(bodyOf(request))
    canonicalResource(parameters, config.PUBLIC_URL)
    return pass(request, reply, parameters.toString())
  })
  app.post('/oauth/revoke', (request, reply) => pass(request, reply, bodyOf(request)))
  app.post('/oauth/register', async (request, reply) => {
    const { exceeded, resetSeconds } = await countRegistration(clientNetwork(request))
    if (exceeded) rejectOverLimit(reply, resetSeconds)
    try {
      return await pass(request, reply, withSupportedMetadata(bodyOf(request)))
    } catch (error) {
      if (!(error instanceof InvalidRedirects)) throw error
      return reply.code(400).send({ error: 'invalid_redirect_uri', error_description: error.message })
    }
  })
}

// Returns the parameters of a request for authorization. Tokens are always for reading, also if the client asks for no
// scope or for those of another server.
function readParameters({ raw: { url = '' } }: FastifyRequest): URLSearchParams {
  const parameters = new URLSearchParams(url.split('?').slice(1).join('?'))
  const asked = parameters.get('scope')?.split(' ') ?? []
  parameters.set('scope', scopes.filter((name) => name === 'read' || asked.includes(name)).join(' '))
  return parameters
}

// Returns why the library must not see a request: its redirect address, or its client has no document.
async function requestFault(
  { documents }: OAuthServer,
  parameters: URLSearchParams,
): Promise<string | undefined> {
  const client_id = parameters.get('client_id') ?? ''
  const redirect = parameters.get('redirect_uri')
  const fault = redirect === null ? undefined : redirectFault(redirect)
  if (fault || !isDocumentAddress(client_id)) return fault
  return documents.refresh(client_id).then(
    () => undefined,
    (error: Error) => `Its document cannot be used: ${error.message}`,
  )
}

function bodyOf({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : ''
}

// The library says what is wrong with a body that is not an object.
function withSupportedMetadata(body: string): string {
  let asked: unknown
  try {
    asked = JSON.parse(body)
  } catch {
    return body
  }
  const isObject = typeof asked === 'object' && asked !== null && !Array.isArray(asked)
  return isObject ? JSON.stringify(supportedMetadata(asked as Record<string, unknown>)) : body
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
