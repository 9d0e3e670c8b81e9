import { type EntityName, type FilterQuery, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { requireWriter } from '../../access/policy.ts'
import { type Read, readInTransaction } from '../../database/read.ts'
import type { Journaled } from '../../journal/save.ts'
import { Timestamp } from '../../record/base-fields.ts'
import { timestampColumn } from '../../record/column.ts'
import { field } from '../../record/field.ts'
import { lockRecord, type Precondition } from '../../record/lock-record.ts'
import { boolean } from '../../record/rules/boolean.ts'
import { translations } from '../../record/rules/description.ts'
import { prose } from '../../record/rules/prose.ts'
import { nullable } from '../../record/rules/rule.ts'
import { readResting } from '../evidence/read.ts'
import { change } from '../gate/save.ts'

const reason = prose(1000)

/** The fields of a record that can be retracted: a mistaken one stays stored, but lists and searches leave it out. */
export const retraction = {
  retracted_at: field(
    Timestamp.nullable().describe('Null unless the record was retracted'),
    timestampColumn().strictNullable().default(null),
  ),
  retraction: field(
    nullable(reason).describe('Why the record was retracted'),
    p.text().strictNullable().default(null),
  ),
}

/** The keys of `retraction`, for `omit` in the schemas of request bodies. */
export const retractionFields = { retracted_at: true, retraction: true } as const

/** Body that retracts a record. */
export const Retraction = z
  .strictObject({ reason })
  .meta({ examples: [{ reason: 'The figures are those of another product.' }] })
export type Retraction = z.output<typeof Retraction>

/** The empty body that takes back a retraction. */
export const NoBody = z.strictObject({}).meta({ examples: [{}] })
export type NoBody = z.output<typeof NoBody>

/** The query field of lists that leave retracted records out. */
export const includeRetracted = boolean
  .optional()
  .describe('1: also retracted records')
  .register(translations, { ru: 'Да: и снятые записи' })

/** Returns the query of a list, which leaves retracted records out unless it says otherwise. */
export function currentOnly<Query extends { include_retracted?: boolean | undefined }>(query: Query) {
  return { ...query, include_retracted: query.include_retracted ?? false }
}

/** Condition: the record of the table aliased `record` is not retracted. */
export const isCurrent = sql<boolean>`record.retracted_at is null`

/** What the write guide says of records that are retracted instead of changed, and of their retraction. */
export const guidance = {
  appendOnly:
    'Cannot be changed. Retract a mistaken one; a correction is a new record that names the id of the old one in a text, not in evidence: a retracted record there marks what rests on it.',
  retract:
    'It stays stored, but lists, searches and similar leave it out, and records that rest on it say retracted: true in evidence. The answer names these in evidence_for, also those that rest on it indirectly. Of a retracted one nothing changes.',
}

type Retractable = Journaled & { retracted_at: string | null; retraction: string | null }

/** Retracts a record. A record that is retracted already keeps its time and reason. Throws `not_found`. */
export async function retract<T extends Retractable>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  id: number,
  reason: string,
  precondition: Precondition,
): Promise<void> {
  requireWriter(actor)
  const record = await lockById(em, entity, id)
  await precondition()
  if (record.retracted_at !== null) return
  const values = { retracted_at: new Date().toISOString(), retraction: reason }
  await change<Retractable>(em, actor, record, values, Object.keys(Retraction.shape), 'retracted')
  await em.flush()
}

/** Takes back the retraction of a record, if it is retracted. Throws `not_found`. */
export async function unretract<T extends Retractable>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  id: number,
  precondition: Precondition,
): Promise<void> {
  const record = await lockById(em, entity, id)
  await precondition()
  await change<Retractable>(em, actor, record, { retracted_at: null, retraction: null }, [], 'restored')
  await em.flush()
}

// `as`: the column exists in `Retractable`, but the compiler does not know that for an open T.
function lockById<T extends Retractable>(em: EntityManager, entity: EntityName<T>, id: number): Promise<T> {
  return lockRecord(em, entity, { id } as FilterQuery<T>)
}

/** Returns what the operations that retract a record and take that back have in common; `read` returns the record. */
export function retractionsOf<T extends Retractable, Row extends { id: number }>(
  type: 'insight' | 'economics',
  entity: EntityName<T>,
  read: (read: Read, id: number) => Promise<Row>,
) {
  const readRecord = async (em: EntityManager, id: number) => ({
    record: await read(readInTransaction(em), id),
  })
  return {
    retract: {
      action: 'retract',
      body: Retraction,
      description: guidance.retract,
      async run(
        em: EntityManager,
        actor: Actor,
        id: number,
        { reason }: Retraction,
        precondition: Precondition,
      ) {
        await retract(em, actor, entity, id, reason, precondition)
        const evidence_for = await readResting(readInTransaction(em), { type, id })
        return { ...(await readRecord(em, id)), evidence_for }
      },
    },
    unretract: {
      action: 'restore',
      body: NoBody,
      async run(em: EntityManager, actor: Actor, id: number, _: NoBody, precondition: Precondition) {
        await unretract(em, actor, entity, id, precondition)
        return readRecord(em, id)
      },
    },
  } as const
}
