import type { FastifyRequest } from 'fastify'
import type { CallerFinder } from '../../src/access/caller.ts'
import { endOfToken } from '../../src/access/token-caller.ts'
import type { Prefix } from '../../src/record/token-format.ts'

/** The authentication of a route, as the OpenAPI document describes it. */
export type RouteAuth = {
  /** The credentials that the route accepts, any one of them. */
  security: SecurityScheme[]
  /** Set if the server's configuration decides whether a credential is required. */
  optional?: true
  /** The response to a request without a valid credential. */
  unauthenticated: { status: 401 | 403; message: string; source: CredentialSource }
}

/** How an area authenticates and authorizes its requests. */
export type AreaAuth = RouteAuth & {
  /** Returns the credential that the request contains, if any. */
  credentialOf: (request: FastifyRequest) => string | undefined
  callers: CallerFinder
  /** Returns the ability or scope that the request requires, if any. */
  ability: (request: FastifyRequest) => string | undefined
  /** What to do instead of using a method that no route of the path has. */
  insteadOf?: Record<string, string>
}

/** The headers of an area that may contain its credential, and the sentence that says where credentials come from. */
export type CredentialSource = {
  headers: string[]
  advice: string
  /** The prefix of stored tokens. An answer says that such a token was revoked or has expired. */
  prefix?: Prefix
}

// ${NAME}, $NAME, %NAME% and {{NAME}}, which a client sends as they are if it does not know the variable.
const unexpanded = /^(\$\{.*\}|\$[A-Za-z_]\w*(:\w+)?|%\w+%|\{\{.*\}\})$/

/** Returns what to do about a missing or invalid credential. The value that was sent is not in the sentence. */
export async function credentialAdvice(
  { headers, server }: Pick<FastifyRequest, 'headers' | 'server'>,
  { headers: names, advice, prefix }: CredentialSource,
): Promise<string> {
  for (const name of names) {
    const sent = headers[name.toLowerCase()]
    if (typeof sent !== 'string') continue
    const credential = sent.replace(/^Bearer\b/i, '').trim()
    const end = prefix && (await endOfToken(server.read, prefix, credential))
    if (end) return `The token in the header ${name} ${ended[end]}. ${advice}`
    if (credential === '') return `The header ${name} is empty: ${notSet}`
    if (unexpanded.test(credential))
      return `The header ${name} contains the name of a variable instead of its value: ${notSet}`
  }
  return advice
}

const ended = { revoked: 'was revoked', expired: 'has expired' }

const notSet =
  'the variable with the credential is not set where the client runs. Set it and restart the client.'

/** The security schemes of the OpenAPI document. */
export const securitySchemes = {
  portfolioToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Portfolio-Token',
    description: 'Portfolio token, `pft_…`, with the scopes `read` and `write`.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'Access token of a user, `ops_…`. Its abilities limit the operations it may call.',
  },
  llmKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-LLM-Key',
    description: 'LLM key, `llm_…`, with the scopes `resources:read` and `resources:write`.',
  },
  botKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Bot-Key',
    description: 'LLM key in the header X-Bot-Key.',
  },
  botToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Bot-Token',
    description: 'Token of the bot endpoints. Required if the server is configured with `BOT_TOKEN`.',
  },
  bearerKey: { type: 'http', scheme: 'bearer', description: 'LLM key as a bearer token.' },
} as const

type SecurityScheme = keyof typeof securitySchemes
