import { defineEntity, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { z } from 'zod'
import { dayColumn } from '../../record/column.ts'
import { columns, field } from '../../record/field.ts'
import { day } from '../../record/rules/day.ts'
import type { ProviderError } from '../vocabulary.ts'

/** A reply to a user's turn with its source, and the error if the language model failed. */
export type GeneratedReply = {
  text: string
  source: 'provider' | 'fallback'
  provider_error: ProviderError | null
}

/** A stored reply. */
export type Reply = GeneratedReply & { user_turn_id: number; assistant_turn_id: number }

/** Stores the reply to a user's turn. If there is one already, returns that one unchanged. */
export async function storeReply(
  em: EntityManager,
  user_turn_id: number,
  answer: GeneratedReply,
): Promise<Reply> {
  const { text, source, provider_error } = answer
  const { rows } = await sql<Reply>`
    insert into turns (conversation_id, contact_id, role, source, text, reply_to, provider_error)
    select conversation_id, contact_id, 'assistant', ${source}, ${text}, id, ${provider_error}::text
    from turns where id = ${user_turn_id}
    on conflict (reply_to) where reply_to is not null do update set reply_to = excluded.reply_to
    returning reply_to as user_turn_id, id as assistant_turn_id, text, source, provider_error
  `.execute(em.getKysely())
  const [reply] = rows
  if (!reply) throw new Error('The stored turn no longer exists.')
  return reply
}

/** Claims a user's turn whose reply is overdue. Returns false while another request may still reply. */
export async function claimTurn(em: EntityManager, id: number, timeoutSeconds: number): Promise<boolean> {
  const { rows } = await sql`
    update turns set reply_due = now() + ${timeoutSeconds}::float8 * interval '1 second'
    where id = ${id} and reply_due < now() returning id
  `.execute(em.getKysely())
  return rows.length > 0
}

const fields = {
  day: field(day, dayColumn().primary()),
  count: field(z.int(), p.integer()),
}

/** The number of calls of the language model on each UTC day, by all processes together. */
export const dailyReplies = defineEntity({
  name: 'daily_replies',
  tableName: 'daily_replies',
  properties: columns(fields),
})

/** Counts one call of the language model. Returns false if the daily limit is reached. */
export async function countReply(em: EntityManager, maxReplies: number): Promise<boolean> {
  const { rows } = await sql`
    insert into daily_replies as counted ("day", "count")
    select (now() at time zone 'utc')::date, 1 where ${maxReplies} > 0
    on conflict ("day") do update set "count" = counted."count" + 1 where counted."count" < ${maxReplies}
    returning "count"
  `.execute(em.getKysely())
  return rows.length > 0
}
