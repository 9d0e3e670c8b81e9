import { z } from 'zod'

const databaseRule =
  'must name a host and a database, such as postgres://user:password@host:5432/database; a % in a password is written %25'
const web = /^https?$/
const originRule = 'must be exact origins without a path, such as https://app.example.com'

/** A whole number, in digits alone: 0x10 and 1e3 are slips. */
export function wholeNumber(fallback: number, least = 1, most = 1_000_000) {
  return z
    .string()
    .trim()
    .refine(
      (digits) => /^\d+$/.test(digits) && Number(digits) >= least && Number(digits) <= most,
      `must be a whole number from ${least} to ${most}`,
    )
    .transform(Number)
    .default(fallback)
}

/** One of a few words. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, `must be one of ${words.join(', ')}`)
}

/** `1` or `0`. */
export function onOff(fallback: '0' | '1') {
  return oneOf(['0', '1'])
    .default(fallback)
    .transform((value) => value === '1')
}

/** A text of limited length. */
export function limitedText(most: number) {
  return z.string().max(most, `must have at most ${most} characters`)
}

/** What stands between commas. */
export const commaList = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )

/** A host. A name that a URL would take for something else, such as 256.1.1.1, is none. */
export const hostName = z
  .string()
  .trim()
  .refine(
    (name) => /^[\w.-]+$|:/.test(name) && URL.canParse(`http://${hostInUrl(name)}`),
    'must be an IP address or the name of a host',
  )

/** A host as it stands in a URL. */
export function hostInUrl(name: string): string {
  return name.includes(':') ? `[${name}]` : name
}

const networks = 'must be addresses or networks, such as 10.0.0.0/8 or ::1'

/** A proxy's address, or the network it is in. */
export const proxyNetwork = z
  .union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], networks)
  .refine((one) => !one.endsWith('/0'), `${networks}: everybody is no proxy`)

/** An address of a server, like `example`. */
export function serverUrl(protocol: RegExp, example: string) {
  return z.url({ protocol, error: `must be an address such as ${example}` })
}

/** The address of a database, judged as far as it can be without asking there. */
export const databaseUrl = z
  .string()
  .trim()
  .refine((url) => {
    const { protocol, hostname, pathname } = URL.parse(url) ?? {}
    return /^postgres(ql)?:$/.test(protocol ?? '') && hostname && pathname?.[1] && isDecodable(url)
  }, databaseRule)

/** An address to which paths are appended. */
export const baseUrl = z
  .url({ abort: true, protocol: web, error: 'must be an http address, such as https://ops.example.com' })
  .refine(isPlain, 'must have no credentials, query or fragment: paths are appended to it')

/** Where a page comes from, as browsers write it: no path, no default port. */
export const origin = z
  .url({ protocol: web, error: originRule })
  .refine((url) => isPlain(url) && !url.includes('*') && URL.parse(url)?.pathname === '/', originRule)
  .transform((url) => new URL(url).origin)

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

function isPlain(url: string): boolean {
  const { username, password } = URL.parse(url) ?? {}
  return !/[?#]/.test(url) && !username && !password
}
