import type { EntityName } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { lock } from '../../database/lock.ts'
import type { AnswerSelect, Lookup } from '../../journal/insert.ts'
import { createAndAnswer, type Journaled, type NewRecord } from '../../journal/save.ts'
import { Fault } from '../../record/fault.ts'
import { locate, type Place } from '../place/locate.ts'
import type { References } from '../place/resolve.ts'

/** An append-only record that an agent reports: with its credential, and once for each `external_ref`. */
type Report = Journaled & { credential: string; external_ref: string | null }
type ReportInput<T> = References &
  Omit<NewRecord<T>, keyof Place | 'credential'> & { external_ref?: string | null | undefined }

/**
 * Creates a report about the product, app or direction that it names. Must be the last statement of its transaction.
 *
 * @throws Fault if a reference does not exist, or `conflict` if the credential used this `external_ref` before
 */
export async function createReport<T extends Report, Row>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  input: ReportInput<T>,
  answer: AnswerSelect<Row>,
) {
  const { product_slug, product_id, direction_slug, direction_id, app_slug, app_id, ...values } = input
  const references = { product_slug, product_id, direction_slug, direction_id, app_slug, app_id }
  await rejectRepeat(em, actor, em.getMetadata().get(entity).tableName, input.external_ref)
  const store = (place: Partial<Place>, lookup?: Lookup) => {
    // The compiler does not know that the place and the credential complete the values of an open T.
    const report = { ...values, ...place, credential: actor.credential } as unknown as NewRecord<T>
    return createAndAnswer(em, actor, entity, report, answer, lookup)
  }
  // Most reports name only a product, by its slug: one statement then finds the product and stores the report.
  const stored = namesOnlyProductSlug(references) && (await store({}, productLookup(references)))
  if (stored) return { report: stored, warnings: [] }
  const { place, warnings } = await locate(em, references)
  return { report: (await store(place)) as Row, warnings }
}

function namesOnlyProductSlug({ product_slug, ...others }: References): boolean {
  return product_slug != null && Object.values(others).every((other) => other === undefined)
}

function productLookup({ product_slug }: References): Lookup {
  const text = 'select id as product_id from products where slug = $3'
  return { columns: ['product_id'], text, values: [product_slug] }
}

async function rejectRepeat(
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
