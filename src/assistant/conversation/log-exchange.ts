import type { EntityManager } from '@mikro-orm/postgresql'
import { readInTransaction } from '../../database/read.ts'
import { findTurn } from './find-turn.ts'
import type { Exchange } from './message.ts'
import { storeTurns } from './store-turns.ts'

/** The answer to a bot that logs. */
export type Logged = { status: 'ok'; agent: string; conversation_id: number; turn_ids: number[] }

/** Stores both turns of an exchange. `repeated`: they were stored before under the same `message_id`. */
export async function logExchange(
  em: EntityManager,
  agent: string,
  input: Exchange,
): Promise<{ logged: Logged; repeated: boolean }> {
  const { contact_name = null, message_id = null, ...texts } = input
  const newTurns = { ...texts, agent, contact_name, message_id, source: 'log' as const, timeoutSeconds: null }
  const { conversation_id, user_turn_id, assistant_turn_id } = await storeTurns(em, newTurns)
  const repeated = user_turn_id === null && message_id !== null
  const turn = repeated
    ? await findTurn(readInTransaction(em), { conversation_id, source: 'log', message_id })
    : { user_turn_id, assistant_turn_id }
  const turn_ids = [turn?.user_turn_id, turn?.assistant_turn_id].filter((id) => id != null)
  return { logged: { status: 'ok', agent, conversation_id, turn_ids }, repeated }
}
