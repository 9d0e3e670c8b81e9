import type { EntityName } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { lock } from '../../database/lock.ts'
import type { AnswerSelect, Lookup } from '../../journal/insert.ts'
import { createAll, type Journaled, type Unsigned } from '../../journal/save.ts'
import { Fault } from '../../record/fault.ts'
import { locate, type Place } from '../place/locate.ts'
import type { References } from '../place/resolve.ts'

/** A record that an agent reports: about a place, with a credential, and at most once under its reference. */
type Report = Journaled & { credential: string; external_ref: string | null }
type Said<T> = References &
  Omit<Unsigned<T>, keyof Place | 'credential'> & { external_ref?: string | null | undefined }

/**
 * Stores a report about the place that it names. It must be the last thing that its unit of work does.
 *
 * @throws Fault where the place is not there, or this credential has reported the same before
 */
export async function createReport<T extends Report, Row>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  said: Said<T>,
  answer: AnswerSelect<Row>,
) {
  const { product_slug, product_id, direction_slug, direction_id, app_slug, app_id, ...values } = said
  const references = { product_slug, product_id, direction_slug, direction_id, app_slug, app_id }
  await refuseRepeat(em, actor, em.getMetadata().get(entity).tableName, said.external_ref)
  const store = (place: Partial<Place>, lookup?: Lookup) => {
    const report = { ...values, ...place, credential: actor.credential } as unknown as Unsigned<T>
    return createAll(em, actor, entity, [report], answer, lookup)
  }
  // Nearly every report names a product by its slug and nothing else: one statement finds that and stores the report.
  const [known] = namesProductAlone(references) ? await store({}, productOf(references)) : []
  if (known) return { report: known, warnings: [] }
  const { place, warnings } = await locate(em, references)
  const [report] = await store(place)
  return { report: report as Row, warnings }
}

function namesProductAlone({ product_slug, ...others }: References): boolean {
  return product_slug != null && Object.values(others).every((other) => other === undefined)
}

function productOf({ product_slug }: References): Lookup {
  const text = 'select id as product_id from products where slug = $3'
  return { columns: ['product_id'], text, values: [product_slug] }
}

async function refuseRepeat(
  em: EntityManager,
  { credential }: Actor,
  table: string,
  external_ref: string | null | undefined,
): Promise<void> {
  if (!external_ref) return
  await lock(em, `${table}.external_ref:${credential}:${external_ref}`)
  const earlier = await sql<{ id: number }>`
    select id from ${sql.table(table)} where credential = ${credential} and external_ref = ${external_ref}
  `.execute(em.getKysely())
  const existing_id = earlier.rows[0]?.id
  if (existing_id === undefined) return
  throw new Fault('conflict', `The external ref "${external_ref}" was already reported.`, undefined, {
    existing_id,
  })
}
