import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'

/** Waits until no other unit of work holds `name`, and holds it to the end of this one. */
export async function lock(em: EntityManager, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(em.getKysely())
}

/** Holds `name` to the end of this unit of work, unless another holds it: then false, at once. */
export async function tryLock(em: EntityManager, name: string): Promise<boolean> {
  const result = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as held`.execute(em.getKysely())
  return result.rows[0]?.held ?? false
}
