import { distance } from 'fastest-levenshtein'
import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { invalid } from '../../record/fault.ts'
import { directionIdBySlug } from '../direction/direction.ts'

const maxSlugs = 2000

/** A record by its slug and its name. */
export type SlugAndName = { slug: string; name: string }

/** Returns the slugs and names of the products: favorites first, then newest first; 2,000 at most. */
export function listProductSlugs(read: Read): Promise<SlugAndName[]> {
  return read(productSlugs({}))
}

/** Returns the slugs and names of the directions, oldest first. */
export function listDirectionSlugs(read: Read): Promise<SlugAndName[]> {
  return read(directionSlugs({}))
}

/** Returns the slugs and names of the apps, newest first; 2,000 at most. */
export function listAppSlugs(read: Read): Promise<SlugAndName[]> {
  return read(appSlugs({}))
}

const productSlugs = statement('slugs.products', {}, () =>
  db
    .selectFrom('products')
    .select(['slug', 'name'])
    .orderBy('is_favorite', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit<number>(maxSlugs)),
)

const directionSlugs = statement('slugs.directions', {}, () =>
  db.selectFrom('directions').select(['slug', 'name']).orderBy('id'),
)

const appSlugs = statement('slugs.apps', {}, () =>
  db.selectFrom('apps').select(['slug', 'name']).orderBy('id', 'desc').limit(sql.lit<number>(maxSlugs)),
)

const maxNearest = 3

/**
 * Returns the slugs nearest to a text, at most three. Ranks by edit distance to the slug or the name; a slug or
 * name that contains the text, or is part of it, comes first.
 */
export function nearestSlugs(text: string, existing: SlugAndName[]): string[] {
  const wanted = text.toLowerCase()
  const scored = existing.map(({ slug, name }) => {
    const contains = slug.includes(wanted) || name.toLowerCase().includes(wanted) || wanted.includes(slug)
    const score = Math.min(distance(wanted, slug), distance(wanted, name.toLowerCase()))
    return { slug, score: contains ? score / 100 : score }
  })
  return scored
    .toSorted((a, b) => a.score - b.score)
    .slice(0, maxNearest)
    .map(({ slug }) => slug)
}

/** Returns the slugs of a kind of record that are nearest to a text. `read` must read from the primary. */
export async function findNearestSlugs(read: Read, kind: Kind, text: string): Promise<string[]> {
  return nearestSlugs(text, await slugsOf[kind](read))
}

/** The functions that list the slugs and names of each kind of record. */
export const slugsOf = { product: listProductSlugs, app: listAppSlugs, direction: listDirectionSlugs }

const tableOf = { product: 'products', app: 'apps', direction: 'directions' } as const
type Kind = keyof typeof tableOf
type Named = { id: number; slug: string; is_name: boolean }

const maxListed = 10

// Only tools take a name in place of a slug, so what they say is English.
/**
 * Returns the slug of the record that alone has this exact name. Any other text, such as a slug, is returned as it is.
 *
 * @throws Fault on `field` with the slugs and ids of all records that the text may mean, if they are several
 */
export async function slugOfName(read: Read, kind: Kind, text: string, field: string): Promise<string> {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : null
  const found = await read(selectNamed[kind]({ name: text, slug: text.toLowerCase(), id }))
  const [record, another] = found
  if (another) {
    const records = found.slice(0, maxListed).map(({ slug, id }) => `${slug} (id ${id})`)
    const more = found.length > maxListed ? ' or others' : ''
    throw invalid({
      [field]: `This name, slug or id may mean several ${tableOf[kind]}: ${records.join(', ')}${more}. Send the slug or the id that only one of them has.`,
    })
  }
  return record?.is_name ? record.slug : text
}

const selectNamed = { product: named('product'), app: named('app'), direction: named('direction') }

function named(kind: Kind) {
  const bySlug = kind === 'direction' ? sql`id = ${directionIdBySlug('slug')}` : sql`slug = ${param('slug')}`
  return statement(
    `${tableOf[kind]}.by_name`,
    { name: 'QR Scanner', slug: 'qr-scanner', id: 7 },
    (_: {
      name: string
      slug: string
      id: number | null
    }) => sql<Named>`select id, slug, name = ${param('name')} as is_name from ${sql.table(tableOf[kind])}
        where ${bySlug} or id = ${param('id')}::bigint or name = ${param('name')}
        order by id limit ${sql.lit(maxListed + 1)}`,
  )
}
