import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { type EntityManager, type MikroORM, transact } from '../database/transaction.ts'
import { systemProvenance } from '../record/provenance.ts'

// Sign-ins and failures older than this are deleted, so that an attack cannot fill the history.
const retentionDays = 90
// Of the failures of a user within this time only the first is stored.
const secondsPerFailure = 60

/** An attempt to sign in with the password of a user, and where it was made. */
export type SignIn = { user_id: number; isFailure: boolean } & Pick<Actor, 'surface' | 'request_id'>

/** Adds an attempt to sign in to the history of the user. The author of a failure is unknown. */
export async function recordSignIn(
  orm: MikroORM,
  { user_id, isFailure, surface, request_id }: SignIn,
): Promise<void> {
  const event = isFailure ? 'sign_in_failed' : 'signed_in'
  const actor = isFailure
    ? sql`${JSON.stringify(systemProvenance)}::jsonb`
    : sql`jsonb_build_object('type', 'user', 'id', id, 'name', name)`
  await transact(orm, async (em) => {
    await sql`
      insert into history (record_type, record_id, event, actor, changes, surface, request_id)
      select 'user', id, ${event}, ${actor}, '{}', ${surface}, ${request_id} from users
      where id = ${user_id} and not (${isFailure}::boolean and exists (
        select from history where record_type = 'user' and record_id = ${user_id} and event = ${event}
          and created_at > now() - make_interval(secs => ${secondsPerFailure})
      ))`.execute(em.getKysely())
  })
}

/** Deletes the sign-ins and failures that are older than 90 days. */
export async function deleteOldSignIns(em: EntityManager): Promise<void> {
  await sql`
    delete from history where record_type = 'user' and event in ('signed_in', 'sign_in_failed')
      and created_at < now() - make_interval(days => ${retentionDays})`.execute(em.getKysely())
}
