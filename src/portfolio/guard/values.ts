import type { Actor } from '../../access/actor.ts'
import type { SentFields } from '../../journal/save.ts'
import type { PortfolioSave } from '../gate/gate.ts'
import type { KindName } from '../kinds.ts'
import { apiName } from '../kinds.ts'
import { recordFields } from './names.ts'
import type { GuardPlace } from './place.ts'

type Values = Record<string, unknown>

/** Who writes, through which surface, and the day on which that is. */
export type Author = Pick<Actor, 'by' | 'surface'> & { today: string }

/** A write of one record: its values before, null for a new record, and after, with the places that they name. */
export type GuardedWrite = Author & {
  kind: KindName
  before: Values | null
  after: Values
  /** The fields that were sent, by their names in the API. */
  fields: SentFields
  placeBefore: GuardPlace
  placeAfter: GuardPlace
}

/** Returns a save as guards see it. `places` are those of the records that `placesOf` returns. */
export function guardedWrite(
  {
    record_type: kind,
    before,
    after,
    fields,
  }: Pick<PortfolioSave, 'record_type' | 'before' | 'after' | 'fields'>,
  author: Author,
  [placeAfter, placeBefore = placeAfter]: [GuardPlace, GuardPlace?],
): GuardedWrite {
  const { by, surface, today } = author
  return { kind, before, after, fields, by, surface, today, placeBefore, placeAfter }
}

/** Returns the values of the names that an expression can use. */
export function guardValues({
  kind,
  before,
  after,
  fields,
  by,
  surface,
  today,
  placeBefore,
  placeAfter,
}: GuardedWrite): Values {
  const { product, direction, app } = placeAfter
  return {
    write: {
      kind: apiName(kind),
      action: before ? 'change' : 'create',
      actor: actorType(by),
      surface,
      fields,
    },
    before: before && recordValues(before, placeBefore),
    after: recordValues(after, placeAfter),
    product,
    direction,
    app,
    today,
  }
}

function actorType({ type }: Actor['by']): 'person' | 'system' | 'agent' {
  if (type === 'user') return 'person'
  return type === 'system' ? 'system' : 'agent'
}

function recordValues(record: Values, { product, direction, app }: GuardPlace): Values {
  const slugs = { product_slug: product.slug, direction_slug: direction.slug, app_slug: app.slug }
  const values: Values = {}
  for (const name of recordFields) values[name] = record[name] ?? slugs[name as keyof typeof slugs] ?? null
  return values
}
