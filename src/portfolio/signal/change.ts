import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { within } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { notFound } from '../../record/fault.ts'
import type { Precondition } from '../../record/precondition.ts'
import { readSignal } from './read.ts'
import { resolvedAt } from './resolved-at.ts'
import { type SignalChange, signals } from './signal.ts'

/** Changes a signal: its state as work goes on, or its words. */
export async function changeSignal(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: SignalChange,
  precondition: Precondition,
) {
  const signal = await em.findOne(signals, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!signal) throw notFound()
  await precondition()
  change(em, actor, signal, { ...input, resolved_at: resolvedAt(input.status, signal.resolved_at) })
  await em.flush()
  return { signal: await readSignal(within(em), { id }) }
}
