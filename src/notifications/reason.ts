import { p } from '@mikro-orm/core'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Phrase } from '../language/phrase.ts'
import { type StoredMessage, storedMessage } from '../language/stored-phrase.ts'
import { field } from '../record/field.ts'

// Why a delivery failed, or why a receiver is paused or off, has two columns: its English, which history and the commands
// have, and a phrase, from which people read it in their language. What an earlier version stored has its English only.

/** Returns the column of the phrase beside the English. */
export function phraseColumn() {
  return field(
    z.custom<StoredMessage>().nullable(),
    p.json<StoredMessage>().strictNullable().default(null).hidden(),
  )
}

/** Returns the two columns of why the server has changed the state of a receiver. */
export function stateReason(reason: Phrase | null) {
  return {
    state_reason: reason && String(reason),
    state_reason_phrase: reason && storedMessage(reason),
  }
}

/** Returns the phrase of a reason as SQL, or its English if it has no phrase. */
export function storedReason(column: string) {
  return sql<StoredMessage | null>`coalesce(${sql.ref(`${column}_phrase`)}, to_jsonb(${sql.ref(column)}))`
}
