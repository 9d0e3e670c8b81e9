import type { EntityName } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { lock } from '../../database/lock.ts'
import type { AnswerSelect, Lookup, Selects } from '../../journal/insert.ts'
import { createAndAnswer, type Journaled, type NewRecord } from '../../journal/save.ts'
import { Fault } from '../../record/fault.ts'
import { locate, type Place, splitPlace } from '../place/locate.ts'
import { type References, resolve } from '../place/resolve.ts'
import { mostSimilar, type SelectSimilar, type SimilarCandidate } from '../similar/similar.ts'

/** An append-only record that an agent reports: with its credential, and once for each `external_ref`. */
type Report = Journaled & { credential: string; external_ref: string | null }
type ReportInput<T> = References &
  Omit<NewRecord<T>, keyof Place | 'credential'> & { title: string; external_ref?: string | null | undefined }

/**
 * Creates a report about the product, app or direction that it names. Must be the last statement of its transaction.
 * Without `similarTo`, `similar` is empty.
 *
 * @throws Fault if a reference does not exist, or `conflict` if the credential used this `external_ref` before
 */
export async function createReport<T extends Report, Row>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  input: ReportInput<T>,
  answer: AnswerSelect<Row>,
  similarTo?: SelectSimilar,
) {
  const { place: named, values } = splitPlace(input)
  const references = { ...named, evidence: values.evidence }
  const earlier = await earlierReport(em, actor, em.getMetadata().get(entity).tableName, input.external_ref)
  if (earlier !== undefined) {
    // A reference to a missing record is reported instead of the conflict.
    await resolve(em, references)
    throw new Fault('conflict', `The external ref "${input.external_ref}" was already reported.`, undefined, {
      existing_id: earlier,
    })
  }
  const store = async (place: Partial<Place>, selects: Selects<SimilarCandidate>) => {
    // TypeScript cannot infer that the place and the credential complete the values of the generic type T.
    const record = { ...values, ...place, credential: actor.credential } as unknown as NewRecord<T>
    const stored = await createAndAnswer(em, actor, entity, record, answer, selects)
    return stored && { report: stored.row, similar: mostSimilar(input.title, stored.compared) }
  }
  // Most reports name only a product, by its slug: one statement then finds the product and stores the report.
  if (namesOnlyProductSlug(references)) {
    const compared = similarTo?.(input.title, { product_slug: named.product_slug })
    const stored = await store({}, { lookup: productLookup(references), compared })
    if (stored) return { ...stored, warnings: [] }
  }
  const { place, warnings } = await locate(em, references)
  const stored = await store(place, { compared: similarTo?.(input.title, place) })
  return { ...(stored as NonNullable<typeof stored>), warnings }
}

function namesOnlyProductSlug({ product_slug, ...others }: References): boolean {
  return product_slug != null && Object.values(others).every((other) => other === undefined)
}

function productLookup({ product_slug }: References): Lookup {
  const text = 'select id as product_id from products where slug = $1'
  return { columns: ['product_id'], text, values: [product_slug] }
}

/**
 * Returns the id of the earlier report with this credential and `external_ref`, if there is one. Takes a lock, so that
 * a concurrent report with the same `external_ref` waits until this transaction ends.
 */
async function earlierReport(
  em: EntityManager,
  { credential }: Actor,
  table: string,
  external_ref: string | null | undefined,
): Promise<number | undefined> {
  if (!external_ref) return undefined
  await lock(em, `${table}.external_ref:${credential}:${external_ref}`)
  const earlier = await sql<{ id: number }>`
    select id from ${sql.table(table)} where credential = ${credential} and external_ref = ${external_ref}
  `.execute(em.getKysely())
  return earlier.rows[0]?.id
}
