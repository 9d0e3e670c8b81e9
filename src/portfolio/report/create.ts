import type { EntityName } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { lock } from '../../database/lock.ts'
import { readInTransaction } from '../../database/read.ts'
import type { AnswerSelect, Lookup } from '../../journal/insert.ts'
import { createAndAnswer, type Journaled, type NewRecord } from '../../journal/save.ts'
import { Fault } from '../../record/fault.ts'
import { locate, type Place, splitPlace } from '../place/locate.ts'
import type { References } from '../place/resolve.ts'
import type { FindSimilar, SimilarPlace } from '../similar.ts'

/** An append-only record that an agent reports: with its credential, and once for each `external_ref`. */
type Report = Journaled & { credential: string; external_ref: string | null }
type ReportInput<T> = References &
  Omit<NewRecord<T>, keyof Place | 'credential'> & { title: string; external_ref?: string | null | undefined }

/**
 * Creates a report about the product, app or direction that it names. Must be the last statement of its transaction.
 * Without `findSimilar`, `similar` is empty.
 *
 * @throws Fault if a reference does not exist, or `conflict` if the credential used this `external_ref` before
 */
export async function createReport<T extends Report, Row>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  input: ReportInput<T>,
  answer: AnswerSelect<Row>,
  findSimilar: FindSimilar = async () => [],
) {
  const { place: named, values } = splitPlace(input)
  const references = { ...named, evidence: values.evidence }
  const read = readInTransaction(em, 'before-begin')
  await rejectRepeat(em, actor, em.getMetadata().get(entity).tableName, input.external_ref)
  const store = (place: Partial<Place>, lookup?: Lookup) => {
    // The compiler does not know that the place and the credential complete the values of an open T.
    const report = { ...values, ...place, credential: actor.credential } as unknown as NewRecord<T>
    return createAndAnswer(em, actor, entity, report, answer, lookup)
  }
  // Both statements are sent at once, and run in this order: the first does not see the new report.
  const compareAndStore = (where: SimilarPlace, ...stored: Parameters<typeof store>) =>
    Promise.all([findSimilar(read, input.title, where), store(...stored)])
  // Most reports name only a product, by its slug: one statement then finds the product and stores the report.
  if (namesOnlyProductSlug(references)) {
    const [similar, report] = await compareAndStore(
      { product_slug: named.product_slug },
      {},
      productLookup(references),
    )
    if (report) return { report, similar, warnings: [] }
  }
  const { place, warnings } = await locate(em, references)
  const [similar, report] = await compareAndStore(place, place)
  return { report: report as Row, similar, warnings }
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
