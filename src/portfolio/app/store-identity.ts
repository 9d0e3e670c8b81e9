import { hash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { readInTransaction } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { invalid } from '../../record/fault.ts'
import { takenValue } from '../../record/validation/messages.ts'

/** The columns that identify an app in a store, each with the field that a caller knows it by. */
export const identityFields = {
  bundle_id: 'bundle_id',
  package_id: 'package_id',
  store_key: 'store_url',
} as const
type IdentityColumn = keyof typeof identityFields
export const identityColumns = Object.keys(identityFields) as IdentityColumn[]

type IdentifiedApp = { id: number | null; platform: string } & Record<IdentityColumn, string | null>

/** The indexes that give a store identity to one app of a platform, also when two requests claim it at once. */
export const storeIdentityIndexes = identityColumns.map((column) => {
  const name = `apps_${identityFields[column]}_taken`
  return {
    name,
    expression: `create unique index "${name}" on "apps" ("platform", "${column}") where "${column}" is not null`,
  }
})

/**
 * Throws one fault that names every store identity which another app of the platform has. An app with a single identity
 * needs no query: the unique index rejects it.
 */
export async function rejectTakenIdentities(em: EntityManager, app: IdentifiedApp): Promise<void> {
  if (identityColumns.filter((column) => app[column] !== null).length < 2) return
  const others = await readInTransaction(em)(appsSharingIdentity(app))
  const taken = identityColumns.filter((column) =>
    others.some((other) => app[column] !== null && other[column] === app[column]),
  )
  if (taken.length === 0) return
  const errors = taken.map((column) => {
    const field = identityFields[column]
    return [field, takenValue(field)]
  })
  throw invalid(Object.fromEntries(errors))
}

const appsSharingIdentity = statement(
  'apps.sharing_identity',
  { id: 1, platform: 'iOS', bundle_id: 'com.example.qr', package_id: null, store_key: null },
  (_: IdentifiedApp) =>
    db
      .selectFrom('apps')
      .where(sql<boolean>`platform = ${param('platform')}`)
      .where(sql<boolean>`id is distinct from ${param('id')}`)
      .where(
        sql<boolean>`(bundle_id = ${param('bundle_id')} or package_id = ${param('package_id')} or store_key = ${param('store_key')})`,
      )
      .select(['bundle_id', 'package_id', 'store_key']),
)

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
