import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { lock } from '../database/lock.ts'
import { Fault } from '../record/fault.ts'

/** Throws where this credential has already reported something of this kind under the same reference. */
export async function refuseRepeat(
  em: EntityManager,
  { credential }: Actor,
  kind: 'signals' | 'insights' | 'economics',
  external_ref: string | null | undefined,
): Promise<void> {
  if (!external_ref) return
  await lock(em, `${kind}.external_ref:${credential}:${external_ref}`)
  const earlier = await sql<{ id: number }>`
    select id from ${sql.table(kind)} where credential = ${credential} and external_ref = ${external_ref}
  `.execute(em.getKysely())
  const existing_id = earlier.rows[0]?.id
  if (existing_id === undefined) return
  throw new Fault('conflict', `The external ref "${external_ref}" was already reported.`, undefined, {
    existing_id,
  })
}
