import { hash } from 'node:crypto'

// The parameters that name an app at a store; the rest is language, campaign and the like.
const naming = ['id', 'appid', 'package']
// An index row has its limit, and an encoded address may be twelve times as long as it was sent.
const longest = 500

/** What makes two store addresses the same app: host without `www.`, path, and the parameters that name it. */
export function storeKey(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url)
  const named = naming
    .filter((name) => searchParams.has(name))
    .map((name) => `${name}=${encodeURIComponent(searchParams.get(name) ?? '')}`)
  const host = `${hostname.replace(/^www\./, '')}${port ? `:${port}` : ''}`
  const query = named.length > 0 ? `?${named.join('&')}` : ''
  const key = `${host}${canonical(pathname)}${query}`
  return key.length > longest ? hash('sha256', key) : key
}

// One spelling of a path: plain characters as they are, escapes in capitals, no slash at the end.
function canonical(path: string): string {
  const plain = path.replace(/%[0-9a-f]{2}/gi, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : triplet.toUpperCase()
  })
  return plain.replace(/\/+$/, '')
}
