import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type pg from 'pg'

/** Takes the advisory lock `name` until the transaction ends. Waits while another transaction holds it. */
export async function lock(em: EntityManager, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(em.getKysely())
}

/** Like `lock`, for a connection without an entity manager. */
export async function lockOn(client: pg.Client, name: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
}

/** Like `lock`, but does not wait. Returns false if another transaction holds the lock. */
export async function tryLock(em: EntityManager, name: string): Promise<boolean> {
  const result = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as held`.execute(em.getKysely())
  return result.rows[0]?.held ?? false
}
