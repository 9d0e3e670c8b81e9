import { hash } from 'node:crypto'

// An index entry has a size limit, and percent-encoding can make an address twelve times as long.
const maxKeyLength = 500

// Parameters for tracking, country and language. Any other parameter may identify the app.
const irrelevantParameters =
  /^(utm_.*|referr?er|pcampaignid|hl|gl|gclid|dclid|gbraid|wbraid|fbclid|yclid|ttclid|msclkid)$/i

// The known stores, each with the part of the address that identifies an app. Country, language, title and campaign do
// not.
const stores: [RegExp, (app: string) => string][] = [
  [
    /^(?:geo\.)?(?:apps|itunes)\.apple\.com\/(?:[^?#]*\/)?app\/(?:[^?#]*\/)?id(\d+)(?=[/?#]|$)/,
    (id) => `apps.apple.com/app/id${id}`,
  ],
  [
    /^play\.google\.com\/store\/apps\/details\?(?:[^#]*&)?id=([^&#]+)/,
    (id) => `play.google.com/store/apps/details?id=${id}`,
  ],
  [
    /^appgallery\d*\.(?:cloud\.)?huawei\.(?:com|ru)[/?#](?:.*\/)?app\/(C\d+)(?=[/?#]|$)/,
    (id) => `appgallery.huawei.com/app/${id}`,
  ],
  [/^(?:apps\.)?rustore\.ru\/(?:[^?#]*\/)?app\/([^/?#]+)/, (id) => `rustore.ru/catalog/app/${id}`],
  [
    /^(?:apps\.)?microsoft\.com\/(?:[^?#]*\/)?(?:detail|p|store\/apps|store\/productid)\/(?:[^?#]*\/)?([0-9a-z]{12,14})(?=[/?#]|$)/i,
    (id) => `apps.microsoft.com/detail/${id.toLowerCase()}`,
  ],
]

/**
 * Returns a key that is equal for two addresses of the same app. For a known store it is the app's identifier there,
 * otherwise the address without scheme, `www.` and tracking. A fragment counts if it is a route, as in `#/app/C1`.
 */
export function storeKey(url: string): string {
  const { hostname, port, pathname, searchParams, hash: fragment } = new URL(url)
  const host = `${hostname.replace(/^www\./, '')}${port ? `:${port}` : ''}`
  const address = host + canonical(pathname, searchParams) + route(fragment)
  const [pattern, keyOf] = stores.find(([store]) => store.test(address)) ?? []
  const key = pattern && keyOf ? keyOf(pattern.exec(address)?.[1] ?? '') : address
  return key.length > maxKeyLength ? hash('sha256', key) : key
}

function route(fragment: string): string {
  if (!/^#[/!].*[^/!]/.test(fragment)) return ''
  const [path = '', ...query] = fragment.split('?')
  return canonical(path, new URLSearchParams(query.join('?')))
}

// Normalizes an address: plain characters unescaped, escapes in capitals, no trailing slash, parameters sorted.
function canonical(path: string, parameters: URLSearchParams): string {
  const plain = path.replace(/%[0-9a-f]{2}/gi, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : triplet.toUpperCase()
  })
  const query = [...parameters]
    .filter(([name]) => !irrelevantParameters.test(name))
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .sort()
    .join('&')
  return plain.replace(/(?<!\/)\/+$/, '') + (query && `?${query}`)
}
