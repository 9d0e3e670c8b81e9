import { BlockList, isIP, isIPv6 } from 'node:net'
import { z } from 'zod'
import { Password, passwordLength } from '../access/password.ts'
import { addressFault } from '../database/address.ts'
import { blockedPort } from '../record/public-address.ts'
import { truncate } from '../record/rules/truncate.ts'
import { isTimeZone } from '../record/time-zone.ts'

const httpProtocol = /^https?$/
const originMessage = 'must be origins without a path or a wildcard, such as https://app.example.com'

/** Accepts an integer from `min` to `max` in decimal digits only: 0x10 and 1e3 are rejected. */
export function integerVariable(fallback: number, min = 1, max = 1_000_000) {
  return z
    .string()
    .trim()
    .refine(
      (digits) => /^\d+$/.test(digits) && Number(digits) >= min && Number(digits) <= max,
      `must be an integer from ${min} to ${max}`,
    )
    .transform(Number)
    .default(fallback)
}

/** Accepts one of the listed values. */
export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, `must be one of ${values.join(', ')}`)
}

/** Accepts `1` or `0` and returns a boolean. */
export function flag(fallback: '0' | '1') {
  return oneOf(['0', '1'])
    .default(fallback)
    .transform((value) => value === '1')
}

/** Accepts a string of at most `maxLength` characters. */
export function limitedText(maxLength: number) {
  return z
    .string()
    .refine((text) => truncate(text, maxLength) === text, `must have at most ${maxLength} characters`)
}

/** Accepts a JSON object and returns it parsed. */
export const jsonObject = z.string().transform((text, context): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch {
    // Reported below, without the value.
  }
  context.addIssue({ code: 'custom', message: 'must be a JSON object, such as {"temperature":0.2}' })
  return z.NEVER
})

/** Accepts a password for an account. It is not trimmed. */
export const accountPassword = z
  .string()
  .refine(
    (value) => Password.safeParse(value).success,
    `must have ${passwordLength.min} to ${passwordLength.max} characters`,
  )

/** Accepts a secret that is sent in a header. */
export const headerSecret = z
  .string()
  .trim()
  .regex(/^[\x20-\x7e]*$/, 'must have only printable ASCII characters, because it is sent in a header')

/** Splits a comma-separated list, trims the entries and drops empty ones. */
export const commaList = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )
  .refine(
    (items) => !items.some((item) => /^(["'`]).*\1$/s.test(item)),
    'must not have quotes around an entry',
  )

/** Accepts an IP address or a host name that is valid in a URL: 256.1.1.1 is neither. */
export const hostName = z
  .string()
  .trim()
  .refine(
    (name) => /^[\w.-]+$|:/.test(name) && URL.canParse(`http://${hostInUrl(name)}`),
    'must be an IP address or a host name',
  )

/** Returns a host in URL notation: an IPv6 address gets brackets. */
export function hostInUrl(name: string): string {
  return name.includes(':') ? `[${name}]` : name
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6')

/** Returns whether an IP address is a loopback address. */
export function isLoopback(address: string): boolean {
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Returns whether a host, an IP address or a name, is this machine only. */
export function isLoopbackHost(name: string): boolean {
  // The URL parser normalizes every notation of an address.
  const host = new URL(`http://${hostInUrl(name)}`).hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? isLoopback(host) : /^localhost\.?$/.test(host)
}

/** Returns whether a host is a wildcard, which means every address of this machine. Clients cannot connect to it. */
export function isWildcardHost(name: string): boolean {
  const { hostname } = new URL(`http://${hostInUrl(name)}`)
  return ['0.0.0.0', '[::]', '[::ffff:0:0]'].includes(hostname)
}

const networkMessage = 'must be IP addresses or CIDR networks, such as ::1 or 10.0.0.0/8'

/** Accepts the IP address or CIDR network of a proxy. */
export const proxyNetwork = z
  .union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], networkMessage)
  .refine((network) => !network.endsWith('/0'), `${networkMessage}; a /0 network would trust every client`)

/** Accepts a URL with a matching protocol. `example` is shown in the error message. */
export function serverUrl(protocol: RegExp, example: string) {
  return z
    .url({ protocol, abort: true, error: `must be a URL such as ${example}` })
    .refine(isDecodable, 'must be percent-encoded: write a % as %25')
}

/** Accepts the URL of a PostgreSQL database, with one or several hosts or a socket. Does not connect. */
export const databaseUrl = z
  .string()
  .trim()
  .superRefine((url, context) => {
    const message = addressFault(url)
    if (message) context.addIssue({ code: 'custom', message })
  })

/** Accepts an HTTP URL to which paths can be appended. `example` is shown in the error message. */
function baseUrl(example: string) {
  return z
    .url({
      abort: true,
      protocol: httpProtocol,
      error: `must be an http or https URL, such as ${example}`,
    })
    .refine(isPlain, 'must not have credentials, a query or a fragment, because paths are appended to it')
}

/** Accepts the address at which clients reach the service. Its path becomes part of links and cookies. */
export const publicUrl = baseUrl('https://ops.example.com').refine(
  (url) => /^https?:\/\/[^/]+(\/[\w.~%-]+)*\/*([?#].*)?$/is.test(url),
  'must have a path of letters, digits and the characters - . _ ~ %, without empty parts, such as /ops',
)

/**
 * Accepts the origin of a web page and normalizes it to the form that browsers send, without the default
 * port.
 */
export const origin = z
  .url({ protocol: httpProtocol, error: originMessage })
  .refine((url) => isPlain(url) && !url.includes('*') && URL.parse(url)?.pathname === '/', originMessage)
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

/** Accepts the name of a time zone and normalizes its case. */
export const timeZone = z
  .string()
  .trim()
  .refine(isTimeZone, 'must be the name of a time zone in the IANA database, such as Europe/Berlin')
  .transform((name) => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)

/** 32 bytes in base64, as `openssl rand -base64 32` prints them. */
export const secretKeyText = z
  .string()
  .trim()
  .refine(
    (text) => /^[\w+/-]{43}=?$/.test(text) && Buffer.from(text, 'base64').length === 32,
    'must be 32 bytes in base64, such as the output of "openssl rand -base64 32"',
  )

/** Accepts the base URL of an API that this service calls. `example` is shown in the error message. */
export function calledUrl(example: string) {
  return withCallablePort(baseUrl(example))
}

/** Rejects a URL whose port `fetch` never calls. */
export function withCallablePort<Rule extends z.ZodType<string>>(rule: Rule) {
  return rule.refine(
    (url) => blockedPort(new URL(url)) === undefined,
    'must have another port: HTTP clients never call this one',
  )
}

/** Accepts the address of people: an email address as a `mailto:` URL, or an https URL. */
export const contactUrl = z
  .string()
  .trim()
  .refine(
    (url) => isAscii.test(url) && (z.url({ protocol: /^https$/ }).safeParse(url).success || isMailto(url)),
    'must be a mailto: or an https: address, such as mailto:security@example.com',
  )

// Other characters must be percent-encoded in a URI.
const isAscii = /^[!-~]+$/

function isMailto(url: string): boolean {
  return /^mailto:/i.test(url) && z.email().safeParse(url.slice('mailto:'.length)).success
}
