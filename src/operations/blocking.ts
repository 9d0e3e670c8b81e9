import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { Fault } from '../record/fault.ts'

/** Throws where live rows of these tables still point to the record, and says how many of each. */
export async function refuseUsed(
  em: EntityManager,
  column: 'company_id' | 'strategy_id',
  id: number,
  tables: string[],
): Promise<void> {
  const counts = tables.map(
    (table) => sql`select ${sql.lit(table)} as name, count(*) as count from ${sql.table(table)}
      where ${sql.ref(column)} = ${id} and deleted_at is null`,
  )
  const { rows } = await sql<{ name: string; count: number }>`
    select name, count from (${sql.join(counts, sql` union all `)}) as users where count > 0
  `.execute(em.getKysely())
  if (rows.length === 0) return
  const blocking = Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]))
  throw new Fault('conflict', 'It is still used and cannot be deleted.', undefined, { blocking })
}
