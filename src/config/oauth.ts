import { type Phrase, phrase } from '../language/phrase.ts'
import { isLoopbackHost } from './rules.ts'

/** Returns whether there is no key that encrypts stored secrets: the database is not embedded, and no key is set. */
export function lacksSecretKey(config: {
  SECRET_KEY?: string | undefined
  DATABASE_URL?: string | undefined
}): boolean {
  return config.DATABASE_URL !== undefined && config.SECRET_KEY === undefined
}

/** Returns why `SECRET_KEY` may not be used in production. */
export function secretKeyFaults({
  NODE_ENV,
  SECRET_KEY,
}: {
  NODE_ENV: string
  SECRET_KEY?: string | undefined
}) {
  const isRepeated = SECRET_KEY !== undefined && new Set(Buffer.from(SECRET_KEY, 'base64')).size === 1
  const message = 'must not be one repeated byte; set it to the output of "openssl rand -base64 32"'
  return NODE_ENV === 'production' && isRepeated ? [{ name: 'SECRET_KEY', message }] : []
}

/** Returns why the OAuth server for agents is off. Undefined if it is on. `hasKey` is whether there is a secret key. */
export function whyOAuthIsOff(
  { OAUTH, PUBLIC_URL }: { OAUTH: boolean; PUBLIC_URL: string },
  hasKey: boolean,
): Phrase | undefined {
  if (!OAUTH) return phrase('connections.switchedOff')
  const { protocol, hostname } = new URL(PUBLIC_URL)
  if (protocol !== 'https:' && !isLoopbackHost(hostname.replace(/^\[|\]$/g, '')))
    return phrase('connections.noHttps')
  return hasKey ? undefined : phrase('connections.noSecretKey')
}
