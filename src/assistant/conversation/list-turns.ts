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
  const [contact] = await read(find({ contact_id }))
  if (!contact) throw notFound()
  return reads.list(read, { ...query, contact_id })
}

const find = statement('contacts.exists', { contact_id: 1 }, () =>
  db
    .selectFrom('contacts')
    .select('id')
    .where('id', '=', param<number>('contact_id'))
    .where('deleted_at', 'is', null),
)
