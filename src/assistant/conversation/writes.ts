import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { readInTransaction, readRow } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
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

/** Stores turns with their contact and conversation. */
export async function storeTurns(em: EntityManager, newTurns: NewTurns): Promise<StoredTurns> {
  const run = readInTransaction(em)
  const { contact_id, contact_name, message_id, source, user_text, assistant_text, timeoutSeconds } = newTurns
  // No agent has a name that cannot be stored.
  const [agent] = isStorable(newTurns.agent) ? await run(selectAgent({ name: newTurns.agent })) : []
  if (!agent) throw new Fault('not_found', 'Agent not found.')
  if (!agent.is_active) throw new Fault('conflict', 'Agent is switched off.')
  const author = JSON.stringify({ type: 'bot', id: agent.id, name: agent.name })
  // Locks the row of the contact, so that the messages of a contact are stored one after another.
  const contact = await readRow(run, upsertContact({ contact_id, contact_name, author }))
  const of = { contact_id: contact.id }
  const { id: conversation_id } = await readRow(run, upsertConversation({ ...of, agent_id: agent.id }))
  const [asked] = await run(
    insertUserTurn({ ...of, conversation_id, source, text: user_text, message_id, timeoutSeconds }),
  )
  const [replied] =
    asked && assistant_text !== null
      ? await run(insertReply({ ...of, conversation_id, source, text: assistant_text, reply_to: asked.id }))
      : []
  if (!agent.is_seen) await run(markSeen({ id: agent.id }))
  return {
    contact,
    conversation_id,
    user_turn_id: asked?.id ?? null,
    assistant_turn_id: replied?.id ?? null,
  }
}

const selectAgent = statement('agents.of_bot', { name: 'Support' }, () =>
  db
    .selectFrom('agents')
    .select(['id', 'name', 'is_active'])
    .select(sql<boolean>`coalesce(last_seen_at >= now() - interval '1 minute', false)`.as('is_seen'))
    .where('name', '=', param<string>('name'))
    .where('deleted_at', 'is', null),
)

const renamed = sql<boolean>`${param('contact_name')}::text <> known.name`

const upsertContact = statement(
  'contacts.upsert_of_bot',
  { contact_id: 'c-1', contact_name: 'Anna' as string | null, author: '{}' },
  () => sql<StoredTurns['contact']>`
    insert into contacts as known (external_id, name, source, last_message_at, created_by, updated_by)
    values (${param('contact_id')}, coalesce(${param('contact_name')}::text, ${param('contact_id')}), 'bot', now(),
      ${param('author')}::jsonb, ${param('author')}::jsonb)
    on conflict (external_id) where deleted_at is null do update set
      last_message_at = excluded.last_message_at,
      name = coalesce(${param('contact_name')}::text, known.name),
      updated_by = case when ${renamed} then excluded.updated_by else known.updated_by end,
      updated_at = case when ${renamed} then now() else known.updated_at end
    returning id, external_id as contact_id, name`,
)

// The update changes nothing. It makes RETURNING yield a conversation that exists.
const upsertConversation = statement(
  'conversations.upsert',
  { contact_id: 1, agent_id: 1 },
  () => sql<{ id: number }>`
    insert into conversations (contact_id, agent_id) values (${param('contact_id')}, ${param('agent_id')})
    on conflict (contact_id, agent_id) do update set contact_id = excluded.contact_id
    returning id`,
)

const insertUserTurn = statement(
  'turns.insert_of_user',
  {
    conversation_id: 1,
    contact_id: 1,
    source: 'contact',
    text: 'Hello',
    message_id: 'm-1' as string | null,
    timeoutSeconds: 30 as number | null,
  },
  () => sql<{ id: number }>`
    insert into turns (conversation_id, contact_id, role, source, text, message_id, reply_due)
    values (${param('conversation_id')}, ${param('contact_id')}, 'user', ${param('source')}, ${param('text')},
      ${param('message_id')}, now() + ${param('timeoutSeconds')}::float8 * interval '1 second')
    on conflict (conversation_id, source, message_id) where message_id is not null do nothing
    returning id`,
)

const insertReply = statement(
  'turns.insert_reply',
  { conversation_id: 1, contact_id: 1, source: 'log', text: 'Hello', reply_to: 1 },
  () => sql<{ id: number }>`
    insert into turns (conversation_id, contact_id, role, source, text, reply_to)
    values (${param('conversation_id')}, ${param('contact_id')}, 'assistant', ${param('source')}, ${param('text')},
      ${param('reply_to')})
    returning id`,
)

const markSeen = statement(
  'agents.mark_seen',
  { id: 1 },
  () => sql`update agents set last_seen_at = now() where id = ${param('id')}`,
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
