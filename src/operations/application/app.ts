import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { z } from 'zod'
import { readInTransaction } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { invalid } from '../../record/fault.ts'
import { Id } from '../../record/rules/id.ts'
import { invalidSelection } from '../../record/validation/messages.ts'

/** The app of the portfolio that an application is, as answers show it. */
export const LinkedApp = z.object({ id: Id, slug: z.string(), name: z.string() })
export type LinkedApp = z.output<typeof LinkedApp>

/** The app of an application, for a SELECT on the alias `record`. */
export const appColumn = sql<LinkedApp | null>`(select json_build_object('id', id, 'slug', slug, 'name', name)
  from apps where id = record.app_id)`.as('app')

/** The SQL of the name of the app of an application, by which a list is sorted. */
export const appName = sql<string | null>`(select name from apps where id = record.app_id)`

type Identity = { platform: string; bundle_id: string | null }

const appBySlug = statement('applications.app_by_slug', { slug: 'qr-scanner-ios' }, () =>
  db
    .selectFrom('apps')
    .where(sql<boolean>`slug = ${param('slug')}`)
    .select('id'),
)

// The spelling of a platform differs in its case: iOS in the portfolio, ios here.
const appsByIdentity = statement(
  'applications.apps_by_identity',
  { platform: 'ios', bundle_id: 'com.example.qr' },
  (_: Identity) =>
    db
      .selectFrom('apps')
      .where(sql<boolean>`lower(platform) = ${param('platform')}`)
      .where(sql<boolean>`(bundle_id = ${param('bundle_id')} or package_id = ${param('bundle_id')})`)
      .select('id')
      .limit(2),
)

/** Returns the id of the app that a slug names, null for no slug. Throws if there is no such app. */
export async function appIdOf(em: EntityManager, slug: string | null): Promise<number | null> {
  if (slug === null) return null
  const [app] = await readInTransaction(em)(appBySlug({ slug }))
  if (!app) throw invalid({ app_slug: invalidSelection('app_slug') })
  return app.id
}

/** Returns the id of the only app of the platform whose bundle or package id an application has, otherwise null. */
export async function matchingAppId(em: EntityManager, { platform, bundle_id }: Identity) {
  if (bundle_id === null) return null
  const found = await readInTransaction(em)(appsByIdentity({ platform, bundle_id }))
  return found.length === 1 ? (found[0]?.id ?? null) : null
}
