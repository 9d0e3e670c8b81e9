import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import type { Precondition } from '../../record/precondition.ts'
import { restore, retract } from '../retraction/retract.ts'
import type { NoBody, Retraction } from '../retraction/retraction.ts'
import { insights } from './insight.ts'
import { readInsight } from './read.ts'

/** Retracts an insight that is mistaken. */
export async function retractInsight(
  em: EntityManager,
  actor: Actor,
  id: number,
  { reason }: Retraction,
  precondition: Precondition,
) {
  await retract(em, actor, insights, id, reason, precondition)
  return { record: await readInsight(readInTransaction(em), id) }
}

/** Takes back the retraction of an insight. */
export async function restoreInsight(
  em: EntityManager,
  actor: Actor,
  id: number,
  _: NoBody,
  precondition: Precondition,
) {
  await restore(em, actor, insights, id, precondition)
  return { record: await readInsight(readInTransaction(em), id) }
}
