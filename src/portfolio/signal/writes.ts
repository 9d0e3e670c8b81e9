import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { readAside, readInTransaction } from '../../database/read.ts'
import { fieldPhrase } from '../../language/phrase.ts'
import { invalid } from '../../record/fault.ts'
import { lockRecord, type Precondition } from '../../record/lock-record.ts'
import { translations } from '../../record/rules/description.ts'
import { prose } from '../../record/rules/prose.ts'
import { statusReachedAt } from '../../record/status-reached-at.ts'
import { change } from '../gate/save.ts'
import { operationsOf } from '../operation.ts'
import { createReport } from '../report/report.ts'
import { besideFact } from '../similar/fact.ts'
import { isSettled } from '../urgency.ts'
import { readSignal } from './read.ts'
import { NewSignal, SignalChange, signals } from './signal.ts'

/** Creates a signal about a product, an app or a direction. */
export async function createSignal(em: EntityManager, actor: Actor, input: NewSignal) {
  const completed = { ...input, resolved_at: statusReachedAt(['resolved'], input.status, null) }
  const draft = { input: completed, fields: Object.keys(input) }
  return createReport(em, actor, signals, draft, readSignal, (place) =>
    besideFact(readAside(em), 'signal', input, place),
  )
}

/** Changes a signal: its status or its texts. A signal that is unresolved again loses its resolution. */
export async function changeSignal(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: SignalChange,
  precondition: Precondition,
) {
  const signal = await lockRecord(em, signals, { id })
  await precondition()
  const { status = signal.status, resolution } = input
  const isReopened = isSettled(signal.status) && !isSettled(status)
  const losesResolution = isReopened && resolution === undefined && signal.resolution !== null
  const changed = {
    ...input,
    ...(losesResolution && { resolution: null }),
    resolved_at: statusReachedAt(['resolved'], input.status, signal.resolved_at),
  }
  await change(em, actor, signal, changed, Object.keys(input))
  await em.flush()
  const message = fieldPhrase('warning.resolutionRemoved', { status }).about('resolution')
  return {
    record: await readSignal(readInTransaction(em), id),
    warnings: losesResolution ? [{ field: 'resolution', message }] : [],
  }
}

/** The form that resolves a signal. */
export const Resolution = z.strictObject({
  resolution: prose(5000)
    .describe('What was done')
    .register(translations, { ru: 'Как решена проблема или использована возможность' }),
})
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
      throw invalid({ resolution: fieldPhrase('validation.requiredWhenResolved').about('resolution') })
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
    description: 'A signal that is unresolved again loses its resolution.',
    run: changeSignal,
  },
})
