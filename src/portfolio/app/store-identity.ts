import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { readInTransaction } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { invalid } from '../../record/fault.ts'
import { takenValue } from '../../record/validation/messages.ts'

/** The columns that identify an app in a store, each with the field that a caller knows it by. */
export const identityFields = {
  bundle_id: 'bundle_id',
  package_id: 'package_id',
  store_key: 'store_url',
} as const
type IdentityColumn = keyof typeof identityFields
export const identityColumns = Object.keys(identityFields) as IdentityColumn[]

type IdentifiedApp = { id: number | null; platform: string } & Record<IdentityColumn, string | null>

/** The indexes that give a store identity to one app of a platform, also when two requests claim it at once. */
export const storeIdentityIndexes = identityColumns.map((column) => {
  const name = `apps_${identityFields[column]}_taken`
  return {
    name,
    expression: `create unique index "${name}" on "apps" ("platform", "${column}") where "${column}" is not null`,
  }
})

/**
 * Throws one fault that names every store identity which another app of the platform has. An app with a single identity
 * needs no query: the unique index rejects it.
 */
export async function rejectTakenIdentities(em: EntityManager, app: IdentifiedApp): Promise<void> {
  if (identityColumns.filter((column) => app[column] !== null).length < 2) return
  const others = await readInTransaction(em)(appsSharingIdentity(app))
  const taken = identityColumns.filter((column) =>
    others.some((other) => app[column] !== null && other[column] === app[column]),
  )
  if (taken.length === 0) return
  const errors = taken.map((column) => {
    const field = identityFields[column]
    return [field, takenValue(field)]
  })
  throw invalid(Object.fromEntries(errors))
}

const appsSharingIdentity = statement(
  'apps.sharing_identity',
  { id: 1, platform: 'iOS', bundle_id: 'com.example.qr', package_id: null, store_key: null },
  (_: IdentifiedApp) =>
    db
      .selectFrom('apps')
      .where(sql<boolean>`platform = ${param('platform')}`)
      .where(sql<boolean>`id is distinct from ${param('id')}`)
      .where(
        sql<boolean>`(bundle_id = ${param('bundle_id')} or package_id = ${param('package_id')} or store_key = ${param('store_key')})`,
      )
      .select(['bundle_id', 'package_id', 'store_key']),
)
