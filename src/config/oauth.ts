import { isLoopbackHost } from './rules.ts'

/** Returns whether there is no key that encrypts stored secrets: the database is not embedded, and no key is set. */
export function lacksSecretKey(config: {
  SECRET_KEY?: string | undefined
  DATABASE_URL?: string | undefined
}): boolean {
  return config.DATABASE_URL !== undefined && config.SECRET_KEY === undefined
}

/** Returns why the OAuth server for agents is off. Undefined if it is on. `hasKey` is whether there is a secret key. */
export function whyOAuthIsOff(
  { OAUTH, PUBLIC_URL }: { OAUTH: boolean; PUBLIC_URL: string },
  hasKey: boolean,
): string | undefined {
  if (!OAUTH) return 'OAUTH is 0'
  const { protocol, hostname } = new URL(PUBLIC_URL)
  if (protocol !== 'https:' && !isLoopbackHost(hostname.replace(/^\[|\]$/g, '')))
    return 'PUBLIC_URL is neither https nor a loopback address'
  return hasKey ? undefined : 'DATABASE_URL is set without SECRET_KEY'
}
