import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { assistantTables } from '../tables.ts'

const mostTurns = 20
const mostTokens = 6000
// Few bytes a token, so that the estimate errs on the side of a short context in every language.
const bytesPerToken = 3

/** The turn `upTo` and what was said before it in the conversation, as much as a language model is told of it. */
export async function recentTurns(read: Read, conversation_id: number, upTo: number) {
  const turns = await read(recent({ conversation_id, up_to: upTo }))
  let tokens = 0
  const kept = turns.filter(({ text }, index) => {
    tokens += Buffer.byteLength(text) / bytesPerToken
    return index === 0 || tokens <= mostTokens
  })
  return kept.reverse()
}

const recent = statement((_: { conversation_id: number; up_to: number }) =>
  assistantTables
    .selectFrom('turns')
    .select(['role', 'text'])
    .where('conversation_id', '=', param<number>('conversation_id'))
    .where('id', '<=', param<number>('up_to'))
    .orderBy('id', 'desc')
    .limit(sql.lit(mostTurns)),
)
