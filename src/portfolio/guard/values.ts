import { type Actor, companyDay } from '../../access/actor.ts'
import type { KindName } from '../kinds.ts'
import { apiName } from '../kinds.ts'
import { recordFields } from './names.ts'
import type { GuardPlace } from './place.ts'

type Values = Record<string, unknown>

/** A write of one record: its values before, null for a new record, and after, with the places that they name. */
export type GuardedWrite = {
  kind: KindName
  before: Values | null
  after: Values
  /** The fields that were sent, by their names in the API. */
  fields: string[]
  actor: Pick<Actor, 'by' | 'surface' | 'time_zone'>
  placeBefore: GuardPlace
  placeAfter: GuardPlace
}

/** Returns the values of the names that an expression can use. */
export function guardValues({
  kind,
  before,
  after,
  fields,
  actor,
  placeBefore,
  placeAfter,
}: GuardedWrite): Values {
  const { product, direction, app } = placeAfter
  return {
    write: {
      kind: apiName(kind),
      action: before ? 'change' : 'create',
      actor: actorType(actor),
      surface: actor.surface,
      fields,
    },
    before: before && recordValues(before, placeBefore),
    after: recordValues(after, placeAfter),
    product,
    direction,
    app,
    today: companyDay(actor),
  }
}

function actorType({ by }: Pick<Actor, 'by'>): 'person' | 'system' | 'agent' {
  if (by.type === 'user') return 'person'
  return by.type === 'system' ? 'system' : 'agent'
}

function recordValues(record: Values, { product, direction, app }: GuardPlace): Values {
  const slugs = { product_slug: product.slug, direction_slug: direction.slug, app_slug: app.slug }
  const values: Values = {}
  for (const name of recordFields) values[name] = record[name] ?? slugs[name as keyof typeof slugs] ?? null
  return values
}
