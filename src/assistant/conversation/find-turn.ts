import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'

/** Returns the user's turn with this `message_id` and its reply, if there is one. */
export async function findTurn(
  read: Read,
  message: { conversation_id: number; source: 'contact' | 'log'; message_id: string },
) {
  const [turn] = await read(find(message))
  return turn
}

const find = statement('turns.find', { conversation_id: 1, source: 'contact', message_id: 'm-1' }, () =>
  db
    .selectFrom('turns as asked')
    .leftJoin('turns as reply', 'reply.reply_to', 'asked.id')
    .where(sql<boolean>`asked.conversation_id = ${param('conversation_id')}`)
    .where(sql<boolean>`asked.source = ${param('source')}`)
    .where(sql<boolean>`asked.message_id = ${param('message_id')}`)
    .select([
      'asked.id as user_turn_id',
      'reply.id as assistant_turn_id',
      'reply.text',
      'reply.source',
      'reply.provider_error',
    ]),
)
