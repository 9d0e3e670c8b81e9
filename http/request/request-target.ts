import type { IncomingMessage } from 'node:http'

/**
 * Returns the request target in origin form, with the path as `canonicalPath` returns it. If its percent-encoding is
 * not valid, escapes every `%`: the path then matches no route, but the request still passes the rate limit and the
 * authentication.
 */
export function normalizeUrl({ url: target = '/' }: IncomingMessage): string {
  const [, ...query] = target.split('?')
  const path = canonicalPath(target)
  const url = [path, ...query].join('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}

/**
 * Returns the path of a request target, without the query and without one slash at its end. A character that needs no
 * percent-encoding has none, so that every path has one spelling (RFC 3986, 6.2.2.2).
 */
export function canonicalPath(target: string): string {
  return pathOf(originForm(target))
    .replace(encodedUnreserved, decodeURIComponent)
    .replace(/(?<=[^/])\/$/, '')
}

/** Returns the path of a request target in origin form, without the query. */
export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? ''
}

// Letters, digits and - . _ ~
const encodedUnreserved = /%(?:2d|2e|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi

/**
 * Converts a request target from absolute form (`http://host/path`, sent by clients of a proxy) to origin
 * form.
 */
function originForm(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '')
  return path === target || path.startsWith('/') ? path : `/${path}`
}

/** Returns whether a method is GET or HEAD, the safe methods (RFC 9110, 9.2.1) that routes are registered for. */
export function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}
