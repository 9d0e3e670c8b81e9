import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { readInTransaction } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { type EntityManager, type MikroORM, transact } from '../database/transaction.ts'
import { systemProvenance } from '../record/provenance.ts'

// Sign-ins and failures older than this are deleted, so that an attack cannot fill the history.
const retentionDays = 90
// Of the failures of a user within this time only the first is stored.
const secondsPerFailure = 60

/** An attempt to sign in with the password of a user, and where it was made. */
export type SignIn = Inserted & { isFailure: boolean }
type Inserted = { user_id: number } & Pick<Actor, 'surface' | 'request_id'>

/** Adds an attempt to sign in to the history of the user. The author of a failure is unknown. */
export async function recordSignIn(
  orm: MikroORM,
  { user_id, isFailure, surface, request_id }: SignIn,
): Promise<void> {
  const insert = isFailure ? insertFailure : insertSuccess
  await transact(orm, (em) => readInTransaction(em)(insert({ user_id, surface, request_id })))
}

const example = { user_id: 1, surface: 'admin', request_id: 'req-1' } as const

const insertSuccess = statement(
  'sign_ins.insert',
  example,
  (_: Inserted) => sql`
    insert into history (record_type, record_id, event, actor, changes, surface, request_id)
    select 'user', id, 'signed_in', jsonb_build_object('type', 'user', 'id', id, 'name', name), '{}',
      ${param('surface')}, ${param('request_id')}
    from users where id = ${param('user_id')}`,
)

const insertFailure = statement(
  'sign_ins.insert_failure',
  example,
  (_: Inserted) => sql`
    insert into history (record_type, record_id, event, actor, changes, surface, request_id)
    select 'user', id, 'sign_in_failed', ${sql.lit(JSON.stringify(systemProvenance))}::jsonb, '{}',
      ${param('surface')}, ${param('request_id')}
    from users where id = ${param('user_id')} and not exists (
      select from history where record_type = 'user' and record_id = ${param('user_id')} and event = 'sign_in_failed'
        and created_at > now() - make_interval(secs => ${sql.lit(secondsPerFailure)})
    )`,
)

/** Deletes the sign-ins and failures that are older than 90 days. */
export async function deleteOldSignIns(em: EntityManager): Promise<void> {
  await readInTransaction(em)(deleteOld({}))
}

const deleteOld = statement(
  'sign_ins.delete_old',
  {},
  () => sql`
    delete from history where record_type = 'user' and event in ('signed_in', 'sign_in_failed')
      and created_at < now() - make_interval(days => ${sql.lit(retentionDays)})`,
)
