import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { invalid } from '../../record/fault.ts'
import type { Precondition } from '../../record/precondition.ts'
import { prose } from '../../record/rules/prose.ts'
import { changeSignal } from './change.ts'
import { readSignal } from './read.ts'
import type { SignalChange } from './signal.ts'

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
