import { sql } from 'kysely'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { directionIdBySlug } from '../direction/direction.ts'

/** A referenced record. `named` is the slug that found it, which may be an alias; a decision has no slug. */
export type FoundRecord = {
  id: number
  slug: string | null
  named: string | null
  /** The product that the record belongs to. */
  product_id: number | null
  /** The direction that the record belongs to, through its product if it has one. */
  direction_id: number | null
  /** The app that the record belongs to. */
  app_id: number | null
}

/** A slug, an id, or both, which may name two different records. */
export type RecordName = { slug?: string | undefined; id?: number | undefined }

/** Returns the name that a slug or an id in a text means. A slug never consists of digits only. */
export function recordName(slugOrId: string): RecordName {
  // A number too long for an id is looked up as a slug, and not found.
  return /^\d{1,15}$/.test(slugOrId) ? { id: Number(slugOrId) } : { slug: slugOrId.toLowerCase() }
}

const nullId = sql<number | null>`null::bigint`
const nullSlug = sql<string | null>`null::text`

const directionId = directionIdBySlug('slug')

/** The statements that find a record of each kind by slug or id. */
export const find = {
  product: statement('places.product', { slug: 'qr-scanner', id: 7 }, (name: RecordName) =>
    db
      .selectFrom('products as record')
      .where(hasName(name))
      .select([
        'record.id',
        'record.slug',
        'record.slug as named',
        'record.id as product_id',
        'record.direction_id',
        nullId.as('app_id'),
      ]),
  ),
  direction: statement('places.direction', { slug: 'qr-scanner', id: 7 }, (name: RecordName) =>
    db
      .selectFrom('directions as record')
      .where(sql<boolean>`(record.id = ${directionId} or ${hasName(name)})`)
      .select((eb) => [
        'record.id',
        'record.slug',
        sql<string>`case when record.id = ${directionId} then ${param('slug')} else record.slug end`.as(
          'named',
        ),
        nullId.as('product_id'),
        eb.ref('record.id').$castTo<number | null>().as('direction_id'),
        nullId.as('app_id'),
      ]),
  ),
  app: statement('places.app', { slug: 'qr-scanner', id: 7 }, (name: RecordName) =>
    db
      .selectFrom('apps as record')
      .leftJoin('products as product', 'product.id', 'record.product_id')
      .where(hasName(name))
      .select((eb) => [
        'record.id',
        'record.slug',
        'record.slug as named',
        'record.product_id',
        eb.fn.coalesce('product.direction_id', 'record.direction_id').as('direction_id'),
        eb.ref('record.id').$castTo<number | null>().as('app_id'),
      ]),
  ),
  product_decision: statement('places.product_decision', { id: 7 }, (name: RecordName) =>
    db
      .selectFrom('decisions as record')
      .leftJoin('products as product', 'product.id', 'record.product_id')
      .where(hasName(name))
      .select((eb) => [
        'record.id',
        nullSlug.as('slug'),
        nullSlug.as('named'),
        'record.product_id',
        eb.fn.coalesce('product.direction_id', 'record.direction_id').as('direction_id'),
        'record.app_id',
      ]),
  ),
}

function hasName({ slug, id }: RecordName) {
  const bySlug = sql<boolean>`record.slug = ${param('slug')}`
  const byId = sql<boolean>`record.id = ${param('id')}`
  if (id === undefined) return bySlug
  return slug === undefined ? byId : sql<boolean>`(${bySlug} or ${byId})`
}
