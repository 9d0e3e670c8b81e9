import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { runInSavepoint } from '../../database/transaction.ts'

/**
 * Runs writes of the demo data, and dates what they add to the history `ago` days back. The records get the times of
 * their history later, in `src/catalog/demo/times.ts`.
 */
export async function inThePast<T>(
  em: EntityManager,
  ago: number,
  writes: (part: EntityManager) => Promise<T>,
): Promise<T> {
  const db = em.getKysely()
  const { rows } = await sql<{
    last: string
  }>`select coalesce(max(id), 0)::text as last from history`.execute(db)
  // The unit of work would otherwise compare all earlier records at every step.
  const result = await runInSavepoint(em, writes)
  await sql`
    update history set created_at = now() - ${ago}::float8 * interval '1 day'
    where id > ${rows[0]?.last}::bigint and transaction_id = pg_current_xact_id()
  `.execute(db)
  return result
}
