import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { ProviderError } from '../vocabulary.ts'

/** An answer to a user's turn: where it comes from, and why not from the language model. */
export type GeneratedReply = {
  text: string
  source: 'provider' | 'fallback'
  provider_error: ProviderError | null
}

/** An answer as it is stored. */
export type Reply = GeneratedReply & { user_turn_id: number; assistant_turn_id: number }

/** Stores the answer to a user's turn. Where there is one already, that one stays and is given. */
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
  if (!reply) throw new Error('A turn that was there is gone.')
  return reply
}

/** Takes a user's turn over from whoever should have answered it by now; false while they may still do so. */
export async function takeTurn(em: EntityManager, id: number, patience: number): Promise<boolean> {
  const { rows } = await sql`
    update turns set reply_due = now() + ${patience}::float8 * interval '1 second'
    where id = ${id} and reply_due < now() returning id
  `.execute(em.getKysely())
  return rows.length > 0
}
