import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { type Read, readInTransaction } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import { changesValue, type RecordRef } from '../journal/history.ts'
import { anotherVersion, notFound } from '../record/fault.ts'
import { recordCatalog } from './record-catalog.ts'

type VersionOptions = {
  /** A new claim of the task is a new version too. */
  withClaims?: true | undefined
}

/**
 * Returns the version of a record: the id of the newest history entry that changed it, 0 if there is none. A page reads
 * it before the record: read after it, the version could include a change that the page does not show.
 */
export async function readVersion(
  read: Read,
  record: RecordRef,
  { withClaims }: VersionOptions = {},
): Promise<number> {
  const [entry] = await read(withClaims ? selectNewestWithClaims(record) : selectNewest(record))
  return entry?.id ?? 0
}

/** Returns the versions of records of one kind by their ids. A record without history is left out. */
export async function readVersions(
  read: Read,
  record_type: string,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const entries = await read(selectNewestOfEach({ record_type, ids: [...ids] }))
  return new Map(entries.map(({ record_id, id }) => [record_id, id]))
}

/**
 * Locks records of one kind until the transaction ends, and checks that they are as a page showed them.
 *
 * @throws Fault `conflict` if one of them has another version or no longer exists
 */
export async function requireVersions(
  em: EntityManager,
  record_type: string,
  shown: ReadonlyMap<number, number>,
): Promise<void> {
  const ids = [...shown.keys()]
  await em.find(entityOf(record_type).entity, { id: { $in: ids } }, { ...forUpdate, orderBy: { id: 'asc' } })
  const versions = await readVersions(readInTransaction(em), record_type, ids)
  if (ids.some((id) => (versions.get(id) ?? 0) !== shown.get(id))) throw anotherVersion()
}

/**
 * Locks a record until the transaction ends, and checks that it is as a page showed it. `shown` is the version that the
 * page read; undefined if the request names none, which is rejected like another version.
 *
 * @throws Fault `not_found` if the record does not exist; `conflict` for another version, see `isAnotherVersion`
 */
export async function requireVersion(
  em: EntityManager,
  record: RecordRef,
  shown: number | undefined,
  options?: VersionOptions,
) {
  await findAnyRecord(em, record, LockMode.PESSIMISTIC_WRITE)
  if ((await readVersion(readInTransaction(em), record, options)) !== shown) throw anotherVersion()
}

/**
 * Returns a record of any kind, and locks it until the transaction ends if `lockMode` says so. Throws `not_found` if it
 * does not exist or is deleted.
 */
export async function findAnyRecord(
  em: EntityManager,
  { record_type, record_id }: RecordRef,
  lockMode = LockMode.NONE,
): Promise<Record<string, unknown>> {
  const kind = entityOf(record_type)
  const live = kind.softDeleted ? { deleted_at: null } : {}
  const record = await em.findOne(kind.entity, { id: record_id, ...live }, { lockMode })
  if (!record) throw notFound()
  return record
}

function entityOf(record_type: string) {
  const kind = recordCatalog.get(record_type)
  if (!kind) throw new Error(`The record catalog has no type "${record_type}".`)
  return kind
}

const forUpdate = { lockMode: LockMode.PESSIMISTIC_WRITE } as const

const selectNewestOfEach = statement('history.newest_of_each', { record_type: 'task', ids: [7, 8] }, () =>
  db
    .selectFrom('history')
    .select(['record_id', sql<number>`max(id)`.as('id')])
    .where('record_type', '=', param<string>('record_type'))
    .where(sql<boolean>`record_id = any(${param('ids')}::bigint[])`)
    .where(changesValue)
    .groupBy('record_id'),
)

const newest = (name: string, isVersion: typeof changesValue) =>
  statement(name, { record_type: 'task', record_id: 7 }, () =>
    db
      .selectFrom('history')
      .select('id')
      .where('record_type', '=', param<string>('record_type'))
      .where('record_id', '=', param<number>('record_id'))
      .where(isVersion)
      .orderBy('id', 'desc')
      .limit(sql.lit(1)),
  )
const selectNewest = newest('history.newest', changesValue)
const selectNewestWithClaims = newest(
  'history.newest_with_claims',
  sql<boolean>`(${changesValue} or "event" = 'claimed')`,
)
