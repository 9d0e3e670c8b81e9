import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import type { EntityManager, MikroORM } from '../database/transaction.ts'
import { digest, idempotencyKeys, type StoredResponse } from './idempotency.ts'

/** A form that was sent: the digest of who sent it and of all that it contains, and the request that sent it. */
export type SentForm = { scope: string; request: string }

/** Identifies a form by its origin, which is the person and the address, the id of the form, and its fields. */
export function sentForm(origin: string[], id: string, fields: unknown): SentForm {
  return { scope: digest(['form', ...origin, id, fields]), request: randomUUID() }
}

/**
 * Marks a form as stored in the transaction of its write. Waits for a transaction that stores the same form. Returns
 * false if another request has stored it.
 */
export async function claimForm(em: EntityManager, { scope, request }: SentForm): Promise<boolean> {
  const { rows } = await sql<{ request: string }>`
    with claimed as (
      insert into idempotency_keys (scope, request, status, body) values (${scope}, ${request}, 0, 'null')
      on conflict do nothing returning request
    )
    select request from claimed union all select request from idempotency_keys where scope = ${scope}`.execute(
    em.getKysely(),
  )
  return rows[0]?.request === request
}

/** Stores the answer to a form, unless another request has stored the form. */
export async function storeFormAnswer(
  orm: MikroORM,
  { scope, request }: SentForm,
  answer: StoredResponse,
): Promise<void> {
  await orm.em.fork().nativeUpdate(idempotencyKeys, { scope, request }, answer)
}

const selectAnswer = statement('sent_form.answer', { scope: 'form:1' }, () =>
  db
    .selectFrom('idempotency_keys')
    .where('scope', '=', param<string>('scope'))
    .select(['status', 'body', sql<number>`extract(epoch from now() - created_at)::int`.as('age')]),
)

/** Returns the answer to a form that was stored. Without a body, the first request is not answered yet. */
export async function readFormAnswer(read: Read, { scope }: SentForm) {
  const [answer] = await read(selectAnswer({ scope }))
  return answer
}
