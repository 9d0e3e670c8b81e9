import { type EntityName, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { lock } from '../../database/lock.ts'
import type { Read } from '../../database/read.ts'
import type { Journaled, NewRecord, SentFields } from '../../journal/save.ts'
import { Fault } from '../../record/fault.ts'
import { field } from '../../record/field.ts'
import { translations } from '../../record/rules/description.ts'
import { prose } from '../../record/rules/prose.ts'
import { nullable } from '../../record/rules/rule.ts'
import { createAndRead } from '../gate/save.ts'
import { type Place, placeOf, type References, resolve, splitPlace } from '../place/resolve.ts'
import type { Beside } from '../similar/record.ts'

/** The fields that make a report unique: the agent's own reference and the credential that reported it. */
export const report = {
  external_ref: field(
    nullable(prose(191))
      .describe('Your own id. A repeated one returns 409 with existing_id')
      .register(translations, { ru: 'Ваш собственный ID. Если он уже есть, ответ — 409 с existing_id' }),
    p.text().strictNullable().default(null),
  ),
  credential: field(z.string(), p.text().hidden()),
}

/** Returns the unique index on credential and external reference. */
export function reportedOnce(table: string) {
  const name = `${table}_external_ref`
  return {
    name,
    expression: `create unique index "${name}" on "${table}" ("credential", "external_ref") where "external_ref" is not null`,
  }
}

/** An append-only record that an agent reports: with its credential, and once for each `external_ref`. */
type Report = Journaled & { credential: string; external_ref: string | null }
type ReportInput<T> = References &
  Omit<NewRecord<T>, keyof Place | 'credential'> & { title: string; external_ref?: string | null | undefined }

/**
 * Creates a report about the product, app or direction that it names, and returns it as `readReport` does, beside the
 * stored records that `readBeside` finds for its place. `fields` are those that the request sent.
 *
 * @throws Fault if a reference does not exist, or `conflict` if the credential used this `external_ref` before
 */
export async function createReport<T extends Report, Row>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  { input, fields }: { input: ReportInput<T>; fields: SentFields },
  readReport: (read: Read, id: number) => Promise<Row>,
  readBeside: (place: Place) => Promise<Beside>,
) {
  const { place: named, values } = splitPlace(input)
  const references = { ...named, evidence: values.evidence }
  const earlier = await earlierReport(em, actor, em.getMetadata().get(entity).tableName, input.external_ref)
  // A reference to a missing record is reported instead of the conflict.
  const resolved = await resolve(em, references)
  // Only programs send a reference of their own, so this is English.
  if (earlier !== undefined)
    throw new Fault('conflict', `The external ref "${input.external_ref}" was already reported.`, undefined, {
      existing_id: earlier,
    })
  const place = placeOf(references, resolved)
  // TypeScript cannot infer that the place and the credential complete the values of the generic type T.
  const record = { ...values, ...place, credential: actor.credential } as unknown as NewRecord<T>
  const [beside, created] = await Promise.all([
    readBeside(place),
    createAndRead(em, actor, entity, { values: record, fields }, readReport),
  ])
  return { record: created, ...beside, warnings: resolved.warnings }
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
