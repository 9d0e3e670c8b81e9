import type { IncomingMessage } from 'node:http'

/**
 * Returns the request target in origin form. If its path is not valid percent-encoding, escapes every `%`:
 * the path then matches no route, but the request still passes the rate limit and the authentication.
 */
export function normalizeUrl({ url: target = '/' }: IncomingMessage): string {
  const url = originForm(target)
  if (!url.includes('%')) return url
  try {
    decodeURIComponent(url.split('?')[0] ?? '')
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}

/**
 * Converts a request target from absolute form (`http://host/path`, sent by clients of a proxy) to origin
 * form.
 */
export function originForm(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '')
  return path === target || path.startsWith('/') ? path : `/${path}`
}
