import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { requireWriter } from '../../access/policy.ts'
import { readInTransaction } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { change, type Journaled } from '../../journal/save.ts'
import { linkedEntity } from '../../record/linked-entity.ts'
import type { Named } from '../../record/named.ts'
import type { StoredApp } from './app.ts'

const maxShown = 20

/** The applications of operations that an app is, for a SELECT on the alias `record`. At most 20. */
export const applicationsColumn = sql<
  Named[]
>`(select coalesce(json_agg(application order by id), '[]') from (
  select id, name from applications where app_id = record.id and deleted_at is null order by id
  limit ${sql.lit(maxShown)}) application)`.as('applications')

type LinkedApplication = Journaled & { app_id: number | null }

const unlinked = statement('apps.unlinked_applications', { platform: 'ios', ids: ['com.example.qr'] }, () =>
  db
    .selectFrom('applications')
    .where(sql<boolean>`bundle_id = any(${param('ids')}::text[]) and platform = ${param('platform')}`)
    .where(sql<boolean>`app_id is null and deleted_at is null`)
    .select('id'),
)

/** Links the applications without an app that have the platform and the bundle or package id of an app to it. */
export async function linkApplications(
  em: EntityManager,
  actor: Actor,
  {
    id: app_id,
    platform,
    bundle_id,
    package_id,
  }: Pick<StoredApp, 'id' | 'platform' | 'bundle_id' | 'package_id'>,
): Promise<void> {
  requireWriter(actor)
  const ids = [bundle_id, package_id].filter((id) => id !== null)
  if (ids.length === 0) return
  const found = await readInTransaction(em)(unlinked({ platform: platform.toLowerCase(), ids }))
  if (found.length === 0) return
  const applications = await em.find(
    linkedEntity<LinkedApplication>('application'),
    { id: found.map(({ id }) => id), app_id: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  for (const application of applications) change(em, actor, application, { app_id })
  await em.flush()
}
