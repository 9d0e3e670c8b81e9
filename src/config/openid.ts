import { z } from 'zod'
import { isLoopbackHost, withCallablePort } from './rules.ts'

type Settings = {
  PUBLIC_URL?: string | undefined
  OIDC_ISSUER?: string | undefined
  OIDC_CLIENT_ID?: string | undefined
  OIDC_CLIENT_SECRET?: string | undefined
  PASSWORD_LOGIN: boolean
}

const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const

/** Accepts the address of an OpenID provider. That of its metadata document is shortened to it. */
export const openIdIssuer = withCallablePort(
  z
    .url({ abort: true, protocol: /^https?$/, error: 'must be a URL, such as https://accounts.google.com' })
    .refine(
      (url) => !/[?#]/.test(url) && !URL.parse(url)?.username && !URL.parse(url)?.password,
      'must not have credentials, a query or a fragment',
    ),
).transform((url) => url.replace(/\.well-known\/openid-configuration$/, ''))

/** Returns whether people can sign in by an OpenID provider. */
export function isOpenIdOn({ OIDC_ISSUER }: Pick<Settings, 'OIDC_ISSUER'>): boolean {
  return OIDC_ISSUER !== undefined
}

/** Returns the faults of the variables for the sign-in of people, each with the variable that it names. */
export function openIdFaults(
  settings: Settings,
  publicUrl: string,
): { name: keyof Settings; message: string }[] {
  const set = names.filter((name) => settings[name] !== undefined)
  const missing = set.length > 0 ? names.filter((name) => settings[name] === undefined) : []
  return [
    ...missing.map((name) => ({ name, message: incomplete })),
    ...(isReachable(settings.OIDC_ISSUER, publicUrl)
      ? []
      : [{ name: 'OIDC_ISSUER', message: onlyLocal } as const]),
    ...(settings.PASSWORD_LOGIN !== false || set.length > 0
      ? []
      : [{ name: 'PASSWORD_LOGIN', message: noOtherSignIn } as const]),
  ]
}

const incomplete = `must be set, because ${names.join(', ')} are set together or not at all`

const onlyLocal =
  'must be https and no loopback address, unless PUBLIC_URL is a loopback address; otherwise sign-ins could be read or forged on their way'

const noOtherSignIn =
  '0 requires OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, because otherwise no person could sign in'

function isReachable(issuer: string | undefined, publicUrl: string): boolean {
  const [url, own] = [URL.parse(issuer ?? ''), URL.parse(publicUrl)]
  // An invalid PUBLIC_URL or HOST is reported by itself.
  if (!url || !own || isLoopbackHost(hostOf(own))) return true
  return url.protocol === 'https:' && !isLoopbackHost(hostOf(url))
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}
