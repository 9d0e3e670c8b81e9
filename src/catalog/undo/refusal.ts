import type { RecordRef, StoredHistory } from '../../journal/history.ts'
import { inSequence, phrase } from '../../language/phrase.ts'
import { Fault, type Message } from '../../record/fault.ts'

/** The last change of a field by someone else; null for a change of the database without history. */
type LaterChange = Pick<StoredHistory, 'actor' | 'created_at'> | null

/** A field whose value is no longer the one that the changes gave it. */
export type Conflict = { field: string | null; last: LaterChange }

/** Returns the fault for a record that others rest on: they are in its `used_by`. */
export function stillUsed(used_by: RecordRef[]): Fault {
  return new Fault('conflict', phrase('refusal.stillUsed'), undefined, { used_by })
}

/** Returns the records that a fault of `stillUsed` names. Undefined for another error. */
export function usersIn(error: unknown): RecordRef[] | undefined {
  return error instanceof Fault ? (error.details.used_by as RecordRef[] | undefined) : undefined
}

/** Returns the sentences of a fault as one text. */
export function sentencesOf({ sentence, message, errors }: Fault): Message {
  return errors ? inSequence(Object.values(errors).flat()) : (sentence ?? message)
}
