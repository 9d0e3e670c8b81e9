import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { readInTransaction } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { Fault } from '../../record/fault.ts'
import { isStorable } from '../../record/rules/text.ts'
import type { Exchange } from './message.ts'
import { findTurn } from './read.ts'

/** The turns to store under an agent's name: the contact's, and the assistant's if it was given elsewhere. */
export type NewTurns = {
  agent: string
  contact_id: string
  contact_name: string | null
  message_id: string | null
  source: 'contact' | 'log'
  user_text: string
  assistant_text: string | null
  /** For how many seconds the user's turn is claimed. */
  timeoutSeconds: number | null
}

/**
 * The stored turns. `user_turn_id` is null if a turn with this `message_id` existed: then no turn is added, but the
 * contact's name and time of the last message are still updated.
 */
export type StoredTurns = {
  contact: { id: number; contact_id: string; name: string }
  conversation_id: number
  user_turn_id: number | null
  assistant_turn_id: number | null
}

/** Stores turns with their contact and conversation, in one statement. */
export async function storeTurns(em: EntityManager, newTurns: NewTurns): Promise<StoredTurns> {
  // No agent has a name that cannot be stored.
  const [row] = isStorable(newTurns.agent) ? await readInTransaction(em)(insertTurns(newTurns)) : []
  if (!row) throw new Fault('not_found', 'Agent not found.')
  const { is_active, ...stored } = row
  if (!is_active) throw new Fault('conflict', 'Agent is switched off.')
  return stored
}

type Row = StoredTurns & { is_active: boolean }

// One statement is one round trip, and the lock on the contact's row serializes the messages of a contact. The updates
// that change nothing exist so that RETURNING yields the existing row.
const insertTurns = statement(
  'turns.insert',
  {
    agent: 'Support',
    contact_id: 'c-1',
    contact_name: 'Anna',
    message_id: 'm-1',
    source: 'contact',
    user_text: 'Hello',
    assistant_text: null,
    timeoutSeconds: 30,
  },
  (_: NewTurns) => sql<Row>`
      with agent as (
        select id, name, is_active, jsonb_build_object('type', 'bot', 'id', id, 'name', name) as author
        from agents where name = ${param('agent')} and deleted_at is null
      ), contact as (
        insert into contacts as known (external_id, name, source, last_message_at, created_by, updated_by)
        select ${param('contact_id')}, coalesce(${param('contact_name')}::text, ${param('contact_id')}),
          'bot', now(), author, author
        from agent where is_active
        on conflict (external_id) where deleted_at is null do update set
          last_message_at = excluded.last_message_at,
          name = coalesce(${param('contact_name')}::text, known.name),
          updated_by = case when ${param('contact_name')}::text <> known.name then excluded.updated_by
            else known.updated_by end,
          updated_at = case when ${param('contact_name')}::text <> known.name then now()
            else known.updated_at end
        returning id, external_id, name
      ), conversation as (
        insert into conversations (contact_id, agent_id) select contact.id, agent.id from contact, agent
        on conflict (contact_id, agent_id) do update set contact_id = excluded.contact_id
        returning id, contact_id
      ), user_turn as (
        insert into turns (conversation_id, contact_id, role, source, text, message_id, reply_due)
        select id, contact_id, 'user', ${param('source')}, ${param('user_text')}, ${param('message_id')}::text,
          now() + ${param('timeoutSeconds')}::float8 * interval '1 second'
        from conversation
        on conflict (conversation_id, source, message_id) where message_id is not null do nothing
        returning id, conversation_id, contact_id
      ), assistant_turn as (
        insert into turns (conversation_id, contact_id, role, source, text, reply_to)
        select conversation_id, contact_id, 'assistant', ${param('source')}, ${param('assistant_text')}::text, id
        from user_turn where ${param('assistant_text')}::text is not null
        returning id
      ), seen as (
        update agents set last_seen_at = now() from contact, agent
        where agents.id = agent.id
          and (agents.last_seen_at is null or agents.last_seen_at < now() - interval '1 minute')
      )
      select agent.is_active, conversation.id as conversation_id, user_turn.id as user_turn_id,
        assistant_turn.id as assistant_turn_id,
        json_build_object('id', contact.id, 'contact_id', contact.external_id, 'name', contact.name) as contact
      from agent
        left join contact on true
        left join conversation on true
        left join user_turn on true
        left join assistant_turn on true
    `,
)

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
