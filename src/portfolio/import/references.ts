import type { Read } from '../../database/read.ts'
import { storeKey } from '../app/store-key.ts'
import type { FindRecords, Referenced } from './import-kind.ts'

/** A record with the texts that mean it: those that no other record has, then those that others may share. */
type Named = Referenced & { identities: (string | null)[][] }

/** Texts in lower case, as they are, and the keys of those that are store addresses. */
type Texts = { lower: string[]; texts: string[]; keys: string[] }

/** Finds apps by slug or id, by bundle id, package id or store address, or by name. */
export const findApps: FindRecords = (read, texts) =>
  find(read, texts, {
    text: `select app.id, app.slug, app.platform, app.product_id,
        coalesce(product.direction_id, app.direction_id) as direction_id,
        array[array[app.slug, app.id::text, null], array[app.bundle_id, app.package_id, app.store_key],
          array[app.name, null, null]] as identities
      from apps as app left join products as product on product.id = app.product_id
      where app.slug = any($1) or app.id::text = any($1) or lower(app.name) in (select lower(text) from unnest($2::text[]) as text)
        or app.bundle_id = any($2) or app.package_id = any($2) or app.store_key = any($3)`,
  })

/** Finds competitors by id, by store address or by name. The addresses of competitors have no stored key. */
export const findCompetitors: FindRecords = (read, texts) =>
  find(read, texts, {
    text: `select competitor.id, null as slug, competitor.product_id, null::bigint as direction_id,
        array[array[competitor.id::text], array[competitor.store_url], array[competitor.name]] as identities
      from competitors as competitor
      where competitor.id::text = any($1) or lower(competitor.name) in (select lower(text) from unnest($2::text[]) as text)
        or (competitor.store_url is not null and cardinality($3::text[]) > 0)`,
  })

type Select = { text: string; values?: (texts: Texts) => unknown[] }

async function find(
  read: Read,
  texts: string[],
  { text, values = ({ lower, texts, keys }) => [lower, texts, keys] }: Select,
): Promise<Map<string, Referenced[]>> {
  const keys = texts.flatMap((name) => addressKey(name) ?? [])
  const bound = values({ lower: texts.map((name) => name.toLowerCase()), texts, keys })
  const records = (await read<Named>({ text, values: bound })).map(({ identities, ...record }) => ({
    record,
    identities: identities.map((names) => names.flatMap((name) => name && keysOf(name))),
  }))
  const levels = records[0]?.identities.map((_, level) => byKey(records, level)) ?? []
  return new Map(
    texts.map((name) => {
      const keys = keysOf(name)
      const level = levels.find((found) => keys.some((key) => found.has(key)))
      const found = keys.flatMap((key) => level?.get(key) ?? [])
      return [name, [...new Map(found.map((record) => [record.id, record])).values()]]
    }),
  )
}

function byKey(records: { record: Referenced; identities: (string | null)[][] }[], level: number) {
  const found = new Map<string, Referenced[]>()
  for (const { record, identities } of records)
    for (const key of identities[level] ?? []) if (key) found.set(key, [...(found.get(key) ?? []), record])
  return found
}

// A text in lower case, and the key of the store address that it is.
function keysOf(text: string): string[] {
  return [text.toLowerCase(), ...(addressKey(text) ?? []).map((key) => key.toLowerCase())]
}

// As a list of at most one. People also copy addresses without the scheme.
function addressKey(text: string): string[] | undefined {
  if (!/^(?:https?:\/\/|(?:www\.|apps\.|play\.|itunes\.|appgallery\.)\S+\/)/i.test(text)) return undefined
  const address = /^https?:/i.test(text) ? text : `https://${text}`
  return URL.canParse(address) ? [storeKey(address)] : undefined
}
