import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'

const maxTurns = 20
const maxTokens = 6000
// A low estimate of bytes per token, so that in any language the context is too short rather than too long.
const bytesPerToken = 3

/**
 * Returns the turn `upTo` and the turns before it, oldest first, as many as fit into the prompt. Leaves out
 * replies that a bot logged: everyone who can reach the endpoint can write them, and the model would take
 * them for its own words.
 */
export async function recentTurns(read: Read, conversation_id: number, upTo: number) {
  const turns = await read(recent({ conversation_id, up_to: upTo }))
  let tokens = 0
  const kept = turns.filter(({ text }, index) => {
    tokens += Buffer.byteLength(text) / bytesPerToken
    return index === 0 || tokens <= maxTokens
  })
  return kept.reverse()
}

const recent = statement('turns.recent', { conversation_id: 1, up_to: 9 }, () =>
  db
    .selectFrom('turns')
    .select(['role', 'text'])
    .where('conversation_id', '=', param<number>('conversation_id'))
    .where('id', '<=', param<number>('up_to'))
    .where(sql<boolean>`not (role = 'assistant' and source = 'log')`)
    .orderBy('id', 'desc')
    .limit(sql.lit(maxTurns)),
)
