import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { notFound } from '../../record/fault.ts'
import { eitherPageOrCursor, unboundedPaging } from '../../record/list/paging.ts'
import { recordReads } from '../../record/list/reads.ts'
import { StoredTurn } from './turn.ts'

/** A turn, as answers show it. */
export const Turn = StoredTurn.pick({
  id: true,
  conversation_id: true,
  role: true,
  text: true,
  source: true,
  created_at: true,
}).extend({ agent: z.string().describe('The name of the agent') })
export type Turn = z.output<typeof Turn>

/** Query of the turns of a contact. */
export const TurnQuery = eitherPageOrCursor(z.object(unboundedPaging))
export type TurnQuery = z.output<typeof TurnQuery>

const reads = recordReads<Turn, TurnQuery & { contact_id: number }>('turns', { contact_id: 1 }, () =>
  db
    .selectFrom('turns as record')
    .innerJoin('conversations', 'conversations.id', 'record.conversation_id')
    .innerJoin('agents', 'agents.id', 'conversations.agent_id')
    .where(sql<boolean>`record.contact_id = ${param('contact_id')}`)
    .select([
      'record.id',
      'record.conversation_id',
      'agents.name as agent',
      'record.role',
      'record.text',
      'record.source',
      'record.created_at',
    ]),
)

/** Returns a page of the turns of a contact, newest first; throws `not_found`. */
export async function listTurns(read: Read, contact_id: number, query: TurnQuery) {
  const [contact] = await read(selectContact({ contact_id }))
  if (!contact) throw notFound()
  return reads.list(read, { ...query, contact_id })
}

const selectContact = statement('contacts.exists', { contact_id: 1 }, () =>
  db
    .selectFrom('contacts')
    .select('id')
    .where('id', '=', param<number>('contact_id'))
    .where('deleted_at', 'is', null),
)

/** Returns the user's turn with this `message_id` and its reply, if there is one. */
export async function findTurn(
  read: Read,
  message: { conversation_id: number; source: 'contact' | 'log'; message_id: string },
) {
  const [turn] = await read(selectTurn(message))
  return turn
}

const selectTurn = statement('turns.find', { conversation_id: 1, source: 'contact', message_id: 'm-1' }, () =>
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
