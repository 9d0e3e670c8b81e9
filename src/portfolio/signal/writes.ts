import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { invalid } from '../../record/fault.ts'
import { lockRecord, type Precondition } from '../../record/lock-record.ts'
import { prose } from '../../record/rules/prose.ts'
import { statusReachedAt } from '../../record/status-reached-at.ts'
import { change } from '../gate/save.ts'
import { operationsOf } from '../operation.ts'
import { createReport } from '../report/report.ts'
import { besideFact } from '../similar/fact.ts'
import { readSignal } from './read.ts'
import { NewSignal, SignalChange, signals } from './signal.ts'

/** Creates a signal about a product, an app or a direction. */
export async function createSignal(em: EntityManager, actor: Actor, input: NewSignal) {
  const completed = { ...input, resolved_at: statusReachedAt(['resolved'], input.status, null) }
  // The write itself reads every table of this statement, so it needs no `readAside`.
  return createReport(em, actor, signals, completed, readSignal, (place) =>
    besideFact(readInTransaction(em), 'signal', input, place),
  )
}

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

/** The form that resolves a signal. */
export const Resolution = z.strictObject({ resolution: prose(5000).describe('What was done') })
export type Resolution = z.output<typeof Resolution>

/**
 * Changes a signal by a form. Unlike a program, a person who resolves a signal must say what was done.
 *
 * @throws Fault `validation_failed` for `resolution`
 */
export async function changeSignalByForm(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: SignalChange,
  precondition: Precondition,
) {
  if (input.status === 'resolved') {
    const stored = await readSignal(readInTransaction(em), id)
    const { resolution = stored.resolution } = input
    if (resolution === null)
      throw invalid({ resolution: 'The resolution field is required when status is resolved.' })
  }
  return changeSignal(em, actor, id, input, precondition)
}

/** The operations of the write API on signals. */
export const signalOperations = operationsOf('signal', {
  record_signal: {
    action: 'create',
    body: NewSignal,
    summary: 'Record a signal: a growth point, a problem or a risk',
    description:
      'Write a conclusion in words. Do not send raw events, reviews or exports; there are no fields for them.',
    run: createSignal,
  },
  change_signal: {
    action: 'change',
    body: SignalChange,
    summary: 'Update a signal, for example close it',
    run: changeSignal,
  },
})
