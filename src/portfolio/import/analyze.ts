import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'

/**
 * Returns a function that receives the number of rows that each batch created, and analyzes the table whenever it has
 * grown by half. Without statistics PostgreSQL may look a key up by another index, which takes seconds for each batch.
 */
export function analyzeAsItGrows(em: EntityManager, table: string): (created: number) => Promise<void> {
  let analyzed: number | undefined
  let grown = 0
  return async (created) => {
    grown += created
    analyzed ??= await analyzedRows(em, table)
    if (grown === 0 || grown < analyzed / 2) return
    await sql`analyze ${sql.table(table)}`.execute(em.getKysely())
    analyzed = await analyzedRows(em, table)
    grown = 0
  }
}

// Negative if the table was never analyzed.
async function analyzedRows(em: EntityManager, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select reltuples as rows from pg_class where oid = ${table}::regclass`.execute(em.getKysely())
  return Number(rows[0]?.rows ?? 0)
}
