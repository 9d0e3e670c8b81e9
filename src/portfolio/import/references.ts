import type { Read } from '../../database/read.ts'
import { storeKey } from '../app/store-key.ts'
import type { FindRecords, Referenced } from './import-kind.ts'

/**
 * A record with the texts that mean it, in order of precedence: those that identify it, those that identify it in a
 * store, and its names. Case matters only for the first ones, so that a name is not taken for the slug made from it.
 */
type Named = Referenced & { identities: (string | null)[][] }

/** Texts in lower case, as they are, and the keys of those that are store addresses. */
type Texts = { lower: string[]; texts: string[]; keys: string[] }

/** Finds apps by slug or id, by bundle id, package id or store address, or by name. */
export const findApps: FindRecords = (read, texts) =>
  find(read, texts, {
    text: `select app.id, app.slug, app.platform, app.product_id,
        coalesce(product.direction_id, app.direction_id) as direction_id,
        array[array[app.slug, app.id::text, null], array[app.bundle_id, app.package_id, app.store_key],
          array[app.name, app.slug, null]] as identities
      from apps as app left join products as product on product.id = app.product_id
      where app.slug = any($1) or app.id::text = any($1) or lower(app.name) in (select lower(text) from unnest($2::text[]) as text)
        or app.bundle_id = any($2) or app.package_id = any($2) or app.store_key = any($3)`,
  })

/** Finds products by slug or id, by bundle id, package id or store address of one of their apps, or by name. */
export const findProducts: FindRecords = (read, texts) =>
  find(read, texts, {
    text: `with app as materialized (
        select product_id, bundle_id, package_id, store_key from apps
        where bundle_id = any($2) or package_id = any($2) or store_key = any($3)
      )
      select product.id, product.slug, product.id as product_id, product.direction_id,
        array[array[product.slug, product.id::text, null], array[app.bundle_id, app.package_id, app.store_key],
          array[product.name, product.slug, null]] as identities
      from products as product left join app on app.product_id = product.id
      where product.slug = any($1) or product.id::text = any($1) or app.product_id is not null
        or lower(product.name) in (select lower(text) from unnest($2::text[]) as text)`,
  })

/** Finds directions by slug, also by an old one, by id or by name. */
export const findDirections: FindRecords = (read, texts) =>
  find(read, texts, {
    values: ({ lower }) => [lower],
    text: `select direction.id, direction.slug, null::bigint as product_id, direction.id as direction_id,
        array[array[direction.slug, direction.id::text, alias.slug], array[direction.name, direction.slug, alias.slug]] as identities
      from directions as direction left join direction_aliases as alias on alias.direction_id = direction.id
      where direction.slug = any($1) or alias.slug = any($1) or direction.id::text = any($1)
        or lower(direction.name) in (select lower(text) from unnest($1::text[]) as text)`,
  })

/**
 * Finds competitors by id, by store address, by the package id in it, or by name. The addresses of competitors have no
 * stored key.
 */
export const findCompetitors: FindRecords = (read, texts) =>
  find(read, texts, {
    text: `select competitor.id, null as slug, competitor.product_id, null::bigint as direction_id,
        array[array[competitor.id::text], array[competitor.store_url], array[competitor.name]] as identities
      from competitors as competitor
      where competitor.id::text = any($1) or lower(competitor.name) in (select lower(text) from unnest($2::text[]) as text)
        or (competitor.store_url is not null and cardinality($3::text[]) > 0)`,
    storeKeysOf: (name) => (packageId.test(name) ? packageKeys(name) : addressKey(name)),
  })

const packageId = /^[a-z]\w*(?:\.\w+)+$/i

// The keys of the addresses that contain a package id.
function packageKeys(id: string): string[] {
  return [`https://play.google.com/store/apps/details?id=${id}`, `https://rustore.ru/catalog/app/${id}`].map(
    storeKey,
  )
}

/** How records are found. `storeKeysOf` returns the keys of the store addresses that a text means. */
type Select = {
  text: string
  values?: (texts: Texts) => unknown[]
  storeKeysOf?: (text: string) => string[]
}

async function find(
  read: Read,
  texts: string[],
  { text, values = ({ lower, texts, keys }) => [lower, texts, keys], storeKeysOf = addressKey }: Select,
): Promise<Map<string, Referenced[]>> {
  const keys = texts.flatMap(storeKeysOf)
  const bound = values({ lower: texts.map((name) => name.toLowerCase()), texts, keys })
  const records = (await read<Named>({ text, values: bound })).map(({ identities, ...record }) => ({
    record,
    levels: identities.map((names, level) =>
      names.flatMap((name) => (name === null ? [] : level === 0 ? [name] : keysOf(name))),
    ),
  }))
  const levels = records[0]?.levels.map((_, level) => byKey(records, level)) ?? []
  return new Map(
    texts.map((name) => {
      const found = levels
        .map((level, index) =>
          (index === 0 ? [name] : keysOf(name, storeKeysOf)).flatMap((key) => level.get(key) ?? []),
        )
        .find((list) => list.length > 0)
      const distinct = new Map((found ?? []).map((record) => [record.id, record]))
      return [name, [...distinct.values()].sort((one, other) => one.id - other.id)]
    }),
  )
}

function byKey(records: { record: Referenced; levels: string[][] }[], level: number) {
  const found = new Map<string, Referenced[]>()
  for (const { record, levels } of records)
    for (const key of levels[level] ?? []) {
      const same = found.get(key)
      if (same) same.push(record)
      else found.set(key, [record])
    }
  return found
}

// A text in lower case, and the keys of the store addresses that it means.
function keysOf(text: string, storeKeysOf = addressKey): string[] {
  return [text, ...storeKeysOf(text)].map((key) => key.toLowerCase())
}

// As a list of at most one. People also copy addresses without the scheme.
function addressKey(text: string): string[] {
  if (!/^(?:https?:\/\/|(?:www\.|apps\.|play\.|itunes\.|appgallery\.)[^/]+\/)/i.test(text)) return []
  const address = /^https?:/i.test(text) ? text : `https://${text}`
  return URL.canParse(address) ? [storeKey(address)] : []
}
