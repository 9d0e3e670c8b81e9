import { hash } from 'node:crypto'

// An index row has its limit, and an encoded address may be twelve times as long as it was sent.
const longest = 500

// What a link says of where it was met and of who reads it; whatever else it says may name the app.
const passing =
  /^(utm_.*|referr?er|pcampaignid|hl|gl|gclid|dclid|gbraid|wbraid|fbclid|yclid|ttclid|msclkid)$/i

// The stores that we know, by what names an app there. Country, language, title and campaign stand beside it.
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
 * What makes two store addresses the same app. At a store that we know, what names the app there; elsewhere the
 * address without scheme, `www.` and tracking. A fragment counts where it is a route, as in `#/app/C1`.
 */
export function storeKey(url: string): string {
  const { hostname, port, pathname, searchParams, hash: fragment } = new URL(url)
  const host = `${hostname.replace(/^www\./, '')}${port ? `:${port}` : ''}`
  const address = host + canonical(pathname, searchParams) + route(fragment)
  const [known, named] = stores.find(([store]) => store.test(address)) ?? []
  const key = known && named ? named(known.exec(address)?.[1] ?? '') : address
  return key.length > longest ? hash('sha256', key) : key
}

function route(fragment: string): string {
  if (!/^#[/!].*[^/!]/.test(fragment)) return ''
  const [path = '', ...query] = fragment.split('?')
  return canonical(path, new URLSearchParams(query.join('?')))
}

// One spelling: plain characters as they are, escapes in capitals, no slash at the end, parameters in order.
function canonical(path: string, parameters: URLSearchParams): string {
  const plain = path.replace(/%[0-9a-f]{2}/gi, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : triplet.toUpperCase()
  })
  const query = [...parameters]
    .filter(([name]) => !passing.test(name))
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .sort()
    .join('&')
  return plain.replace(/\/+$/, '') + (query && `?${query}`)
}
