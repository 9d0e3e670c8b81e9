import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'

const keptDays = 14

/** Deletes the deliveries that ended 14 days ago. One that waits is kept until it is delivered. */
export async function deleteOldDeliveries(em: EntityManager): Promise<void> {
  await sql`
    delete from deliveries where result <> 'waiting' and created_at < now() - ${keptDays} * interval '1 day'
      and coalesce(last_attempt_at, created_at) < now() - ${keptDays} * interval '1 day'
  `.execute(em.getKysely())
}
