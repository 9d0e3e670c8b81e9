import type { MikroORM } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { transact } from '../../database/transaction.ts'
import type { OnProgress } from './run.ts'

const intervalMs = 300

/**
 * Returns an `OnProgress` that stores the progress of an import in transactions of its own, so that any process can
 * show it.
 */
export function progressWriter(orm: MikroORM, id: number): OnProgress {
  let written = 0
  return async (lines) => {
    if (Date.now() - written < intervalMs) return
    written = Date.now()
    await transact(orm, (em) =>
      sql`update staged_imports set processed = ${lines} where id = ${id}`.execute(em.getKysely()),
    )
  }
}
