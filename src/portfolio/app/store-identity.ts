import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { readInTransaction } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { invalid } from '../../record/fault.ts'
import { attribute } from '../../record/validate.ts'
import { portfolioTables } from '../tables.ts'
import type { StoredApp } from './app.ts'

const identities = { bundle_id: 'bundle_id', package_id: 'package_id', store_key: 'store_url' } as const
type Identity = keyof typeof identities
const names = Object.keys(identities) as Identity[]

type Identified = Pick<StoredApp, 'platform' | Identity> & { id: number | null }

/**
 * Throws one fault that names every store identity which another app of the platform has. A single one is left to its
 * index, which judges all of them in the end.
 */
export async function refuseTaken(em: EntityManager, app: Identified): Promise<void> {
  if (names.filter((name) => app[name] !== null).length < 2) return
  const others = await readInTransaction(em)(sharing(app))
  const taken = names.filter((name) =>
    others.some((other) => app[name] !== null && other[name] === app[name]),
  )
  if (taken.length === 0) return
  const errors = taken.map((name) => [
    identities[name],
    `The ${attribute(identities[name])} has already been taken.`,
  ])
  throw invalid(Object.fromEntries(errors))
}

const sharing = statement((_: Identified) =>
  portfolioTables
    .selectFrom('apps')
    .where(sql<boolean>`platform = ${param('platform')}`)
    .where(sql<boolean>`id is distinct from ${param('id')}`)
    .where(
      sql<boolean>`(bundle_id = ${param('bundle_id')} or package_id = ${param('package_id')} or store_key = ${param('store_key')})`,
    )
    .select(['bundle_id', 'package_id', 'store_key']),
)
