import { callbackUrl, openIdProvider } from '../http/identity/openid/provider.ts'
import { provider } from '../src/assistant/reply/provider.ts'
import { countUnreadableSecrets } from '../src/catalog/unreadable-secrets.ts'
import type { Config } from '../src/config/config.ts'
import { lacksSecretKey, whyOAuthIsOff } from '../src/config/oauth.ts'
import { secretKey } from '../src/config/secret-key.ts'
import type { Read } from '../src/database/read.ts'
import { messageOf } from '../src/language/stored-phrase.ts'
import { listFailingReceivers } from '../src/notifications/receiver.ts'
import { listFailingGuards } from '../src/portfolio/guard/guard.ts'
import { logLine } from './output.ts'

/** Checks that no guard of a canon rule fails while it runs, because writes then wait for a person. */
export async function checkGuards(read: Read): Promise<[true, string]> {
  const failing = await listFailingGuards(read)
  if (failing.length === 0) return [true, 'none fails']
  const sentences = failing.map(
    ({ id, title, failure }) =>
      `the guard of the canon rule "${title}" fails: ${failure}. Correct it at /admin/canon-rules/${id}/guard.`,
  )
  throw new Error(sentences.join(' '))
}

/** Checks that no webhook or channel is paused, or has been failing for an hour. */
export async function checkNotifications(read: Read): Promise<[true, string]> {
  const groups = await listFailingReceivers(read)
  if (groups.length === 0) return [true, 'no webhook or channel is paused or fails']
  const sentences = groups.map(({ state, reason, receivers }) => {
    const names = receivers.map(({ kind, name }) => `${kind} ${name}`).join(', ')
    return `${state === 'paused' ? 'paused' : 'failing for more than an hour'}: ${names}. ${messageOf(reason)}`
  })
  throw new Error(`${sentences.join(' ')} See /admin/notifications.`)
}

/** Checks that the provider of bot replies answers, if one is configured. */
export async function checkProvider(config: Config): Promise<[true, string]> {
  const ask = await provider({ ...config, report: logLine })
  if (!ask) return [true, 'LLM_API_KEY is not set; every reply is the fixed text of BOT_FALLBACK_REPLY']
  const answer = await ask([...earlierTurns, { role: 'user', content: 'Answer with one word.' }])
  if ('error' in answer)
    throw new Error(
      `no valid response (${answer.error}). Check LLM_BASE_URL, LLM_API_KEY and LLM_MODEL. If it rejects the request, see LLM_REQUEST_JSON and BOT_SYSTEM_ROLE in docs/bots.md.`,
    )
  return [true, 'responds']
}

// Some models reject the roles of a longer conversation, which a single question would not show.
const earlierTurns = Array.from({ length: 12 }, (_, index) =>
  index % 2 === 0
    ? { role: 'user' as const, content: `Question ${index / 2 + 1}` }
    : { role: 'assistant' as const, content: 'Answer' },
)

/** Checks that the key of the service decrypts the secrets that are stored. */
export async function checkSecretKey(read: Read, config: Config): Promise<[true, string]> {
  const key = secretKey(config)
  if (!key) return [true, 'DATABASE_URL is set without SECRET_KEY; no secret is stored']
  const unreadable = await countUnreadableSecrets(read, key)
  if (unreadable > 0)
    throw new Error(
      `SECRET_KEY cannot decrypt ${unreadable} of the stored secrets, so what needs the key answers 503. Set the key that encrypted them, or see "A lost key" in docs/operations.md.`,
    )
  return [true, 'decrypts every stored secret']
}

/** Says whether agents can connect to MCP by OAuth, and what a proxy must pass. */
export async function checkOAuth(config: Config): Promise<[true, string]> {
  const reason = whyOAuthIsOff(config, !lacksSecretKey(config))
  if (reason) return [true, `off, because ${reason}; agents connect to MCP with portfolio tokens`]
  return [
    true,
    `on; agents connect to ${config.PUBLIC_URL}/mcp. A proxy must pass /.well-known/* and /oauth/*, and must not block the user agent Claude-User`,
  ]
}

/** Checks that the OpenID provider answers, and can sign people in. */
export async function checkSignIn(config: Config): Promise<[true, string]> {
  const provider = openIdProvider(config)
  if (!provider) return [true, 'OIDC_ISSUER is not set; people sign in with a password']
  const { id_token_signing_alg_values_supported: algorithms } = await provider.metadata()
  if (
    Array.isArray(algorithms) &&
    algorithms.every((name) => name === 'none' || String(name).startsWith('HS'))
  )
    throw new Error(
      `the provider signs ID tokens with the client secret (${algorithms.join(', ')}). Choose a signing key there, see docs/sign-in.md.`,
    )
  return [true, `the provider answers; its redirect address must be ${callbackUrl(config)}`]
}
