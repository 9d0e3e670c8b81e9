import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { lockRecord } from '../../record/lock-record.ts'
import type { Precondition } from '../../record/precondition.ts'
import { statusReachedAt } from '../../record/status-reached-at.ts'
import { change } from '../gate/save.ts'
import { readSignal } from './read.ts'
import { type SignalChange, signals } from './signal.ts'

/** Changes a signal: its status or its texts. */
export async function changeSignal(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: SignalChange,
  precondition: Precondition,
) {
  const signal = await lockRecord(em, signals, { id })
  await precondition()
  await change(em, actor, signal, {
    ...input,
    resolved_at: statusReachedAt(['resolved'], input.status, signal.resolved_at),
  })
  await em.flush()
  return { record: await readSignal(readInTransaction(em), id) }
}
