import { type RawBuilder, sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { statementOf } from '../../database/statement.ts'
import { keyInParentheses, withKey } from '../../record/named.ts'
import { storeKey } from '../app/store-identity.ts'
import type { FindRecords, Referenced } from './import-kind.ts'

/**
 * A record with the texts that mean it: its slugs and id, its identities in a store, and its names. Case does not matter
 * between names. A text is taken for an identity or a slug in another case only if it means nothing as it is, so that a
 * name is not taken for the slug made from it.
 */
type Named = Referenced & { keys: (string | null)[]; identities: (string | null)[]; names: (string | null)[] }

/** Texts in lower case, as they are, and the keys of those that are store addresses. */
type Texts = { lower: string[]; texts: string[]; keys: string[] }

/** Finds apps by slug or id, by bundle id, package id or store address, or by name. */
export const findApps: FindRecords = (read, texts) =>
  find(read, texts, {
    select: ({ lower, texts, keys }) => sql`select app.id, app.slug, app.platform, app.product_id,
        coalesce(product.direction_id, app.direction_id) as direction_id,
        app.name, array[app.slug, app.id::text] as keys,
        array[app.bundle_id, app.package_id, app.store_key] as identities, array[app.name, app.slug] as names
      from apps as app left join products as product on product.id = app.product_id
      where app.slug = any(${lower}) or app.id::text = any(${lower})
        or lower(app.name) in (select lower(text) from unnest(${texts}::text[]) as text)
        or app.bundle_id = any(${texts}) or app.package_id = any(${texts}) or app.store_key = any(${keys})`,
  })

/** Finds products by slug or id, by bundle id, package id or store address of one of their apps, or by name. */
export const findProducts: FindRecords = (read, texts) =>
  find(read, texts, {
    select: ({ lower, texts, keys }) => sql`with app as materialized (
        select product_id, bundle_id, package_id, store_key from apps
        where bundle_id = any(${texts}) or package_id = any(${texts}) or store_key = any(${keys})
      )
      select product.id, product.slug, product.id as product_id, product.direction_id,
        product.name, array[product.slug, product.id::text] as keys,
        array[app.bundle_id, app.package_id, app.store_key] as identities,
        array[product.name, product.slug] as names
      from products as product left join app on app.product_id = product.id
      where product.slug = any(${lower}) or product.id::text = any(${lower}) or app.product_id is not null
        or lower(product.name) in (select lower(text) from unnest(${texts}::text[]) as text)`,
  })

/** Finds directions by slug, also by an old one, by id or by name. */
export const findDirections: FindRecords = (read, texts) =>
  find(read, texts, {
    select: ({
      lower,
      texts,
    }) => sql`select direction.id, direction.slug, null::bigint as product_id, direction.id as direction_id,
        direction.name, array[direction.slug, direction.id::text, alias.slug] as keys, '{}'::text[] as identities,
        array[direction.name, direction.slug, alias.slug] as names
      from directions as direction left join direction_aliases as alias on alias.direction_id = direction.id
      where direction.slug = any(${lower}) or alias.slug = any(${lower}) or direction.id::text = any(${lower})
        or lower(direction.name) in (select lower(text) from unnest(${texts}::text[]) as text)`,
  })

/**
 * Finds competitors by id, by store address, by the package id in it, or by name. The addresses of competitors have no
 * stored key.
 */
export const findCompetitors: FindRecords = (read, texts) =>
  find(read, texts, {
    select: ({
      lower,
      texts,
      keys,
    }) => sql`select competitor.id, null as slug, competitor.platform, competitor.product_id,
        null::bigint as direction_id, competitor.name, array[competitor.id::text] as keys,
        array[competitor.store_url] as identities, array[competitor.name] as names
      from competitors as competitor
      where competitor.id::text = any(${lower})
        or lower(competitor.name) in (select lower(text) from unnest(${texts}::text[]) as text)
        or (competitor.store_url is not null and cardinality(${keys}::text[]) > 0)`,
    storeKeysOf: (name) => (packageId.test(name) ? packageKeys(name) : addressKey(name)),
  })

const appleId = /^(?:id)?(\d{6,12})$/i

const packageId = /^[a-z]\w*(?:\.\w+)+$/i

// The keys of the addresses that contain a package id.
function packageKeys(id: string): string[] {
  return [`https://play.google.com/store/apps/details?id=${id}`, `https://rustore.ru/catalog/app/${id}`].map(
    storeKey,
  )
}

/** How records are found. `storeKeysOf` returns the keys of the store addresses that a text means. */
type Select = {
  select: (texts: Texts) => RawBuilder<Named>
  storeKeysOf?: (text: string) => string[]
}

async function find(
  read: Read,
  texts: string[],
  { select, storeKeysOf = addressKey }: Select,
): Promise<Map<string, Referenced[]>> {
  const keys = texts.flatMap(storeKeysOf)
  const lower = texts
    .flatMap((name) => [name, keyInParentheses(name) ?? []].flat())
    .map((name) => name.toLowerCase())
  const records = await read(statementOf(select({ lower, texts, keys })))
  const exact = byText(records, ({ keys, identities, names: [name = null], ...record }) => [
    ...keys,
    ...identities.flatMap(withStoreKeys),
    name,
    ...keys.map((key) => key && withKey(record.name, key)),
  ])
  const folded = byText(records, ({ identities, names }) =>
    [...identities.flatMap(withStoreKeys), ...names].map((name) => name?.toLowerCase() ?? null),
  )
  const keysOf = (name: string) => [name, ...storeKeysOf(name)]
  return new Map(
    texts.map((text) => {
      const own = keysOf(text).flatMap((key) => exact.get(key) ?? [])
      const isNoName = own.length > 0 && own.every(({ name }) => name !== text)
      const others = isNoName ? [] : keysOf(text.toLowerCase()).flatMap((key) => folded.get(key) ?? [])
      const found = new Map([...own, ...others].map((record) => [record.id, record]))
      return [text, [...found.values()].sort((one, other) => one.id - other.id)]
    }),
  )
}

function byText(records: Named[], textsOf: (record: Named) => (string | null)[]) {
  const found = new Map<string, Referenced[]>()
  for (const record of records) {
    const { keys: _, identities: __, names: ___, ...referenced } = record
    for (const text of new Set(textsOf(record)))
      if (text !== null) found.set(text, [...(found.get(text) ?? []), referenced])
  }
  return found
}

function withStoreKeys(identity: string | null): string[] {
  return identity === null ? [] : [identity, ...addressKey(identity)]
}

// As a list of at most one. People also copy addresses without the scheme, and the number of an app in the App Store.
function addressKey(text: string): string[] {
  const [, apple] = appleId.exec(text) ?? []
  if (apple) return [storeKey(`https://apps.apple.com/app/id${apple}`)]
  if (!/^(?:https?:\/\/|(?:www\.|apps\.|play\.|itunes\.|appgallery\.)[^/]+\/)/i.test(text)) return []
  const address = /^https?:/i.test(text) ? text : `https://${text}`
  return URL.canParse(address) ? [storeKey(address)] : []
}
