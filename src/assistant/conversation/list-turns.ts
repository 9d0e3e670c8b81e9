import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { recordReads } from '../../database/record-reads.ts'
import { param, statement } from '../../database/statement.ts'
import { notFound } from '../../record/fault.ts'
import { eitherPageOrCursor, endlessPaging } from '../../record/paging.ts'
import { assistantTables } from '../tables.ts'
import { StoredTurn } from './turn.ts'

/** A turn as people read it. */
export const Turn = StoredTurn.pick({
  id: true,
  conversation_id: true,
  role: true,
  text: true,
  source: true,
  created_at: true,
}).extend({ agent: z.string().describe("The agent's name") })
export type Turn = z.output<typeof Turn>

/** How a contact's turns are paged. */
export const TurnQuery = eitherPageOrCursor(z.object(endlessPaging))
export type TurnQuery = z.output<typeof TurnQuery>

const reads = recordReads<Turn, TurnQuery & { contact_id: number }>(() =>
  assistantTables
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

/** What a contact and assistants said to each other, newest first; throws where there is no such contact. */
export async function listTurns(read: Read, contact_id: number, query: TurnQuery) {
  const [contact] = await read(find({ contact_id }))
  if (!contact) throw notFound()
  return reads.list(read, { ...query, contact_id })
}

const find = statement((_: { contact_id: number }) =>
  assistantTables
    .selectFrom('contacts')
    .select('id')
    .where('id', '=', param<number>('contact_id'))
    .where('deleted_at', 'is', null),
)
