import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { requireWriter } from '../../access/policy.ts'
import { readInTransaction, readRow } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { referenceChecker } from '../../record/references.ts'
import { applications } from '../application/application.ts'
import { companies } from '../company/company.ts'
import type { Click, NewClick } from './click.ts'
import { readClick } from './read.ts'

/** Result of an upsert. An unchanged row returns nothing. */
type Stored = Click & { created: boolean }

const example = {
  dates: '{2026-11-20}',
  app_ids: '{1}',
  company_ids: '{1}',
  clicks: '{312}',
  statuses: '{ok}',
  author: '{}',
}

// Each column is one array parameter, so that the text is the same for any number of rows. Every row is locked until
// the transaction ends; rows are sorted by key first, so that two transactions with the same rows cannot deadlock. A row
// that is created has the id that this statement proposes, a replaced one keeps its own.
const upsert = sql`with given as materialized (
    select nextval('clicks_id_seq') as id, date, app_id, company_id, clicks, status
    from unnest(${param('dates')}::date[], ${param('app_ids')}::bigint[], ${param('company_ids')}::bigint[],
      ${param('clicks')}::int[], ${param('statuses')}::text[]) as row (date, app_id, company_id, clicks, status)
  ), stored as (
    insert into clicks as stored (id, date, app_id, company_id, clicks, status, created_by, updated_by)
    select given.*, ${param('author')}::jsonb, ${param('author')}::jsonb from given
    on conflict (date, app_id, company_id) do update
      set clicks = excluded.clicks, status = excluded.status, updated_by = excluded.updated_by,
        updated_at = excluded.updated_at
      where (stored.clicks, stored.status) is distinct from (excluded.clicks, excluded.status)
    returning id, date, app_id, company_id, clicks, status, created_at, updated_at
  )`

const upsertOne = statement(
  'clicks.upsert',
  example,
  () =>
    sql<Stored>`${upsert} select stored.*, given.id is not null as created from stored left join given using (id)`,
)

const upsertMany = statement(
  'clicks.upsert_many',
  example,
  () =>
    sql<{ created: number; updated: number }>`${upsert} select count(given.id) as created,
      count(*) - count(given.id) as updated from stored left join given using (id)`,
)

/** Upserts the clicks of one day. Returns undefined if the stored row is equal. */
export async function storeClick(
  em: EntityManager,
  actor: Actor,
  row: NewClick,
): Promise<Stored | undefined> {
  requireWriter(actor)
  const [stored] = await readInTransaction(em)(upsertOne(valuesOf(actor, [row])))
  return stored
}

/** Upserts rows with distinct keys and counts the created and the updated ones. */
export async function storeClicks(em: EntityManager, actor: Actor, rows: NewClick[]) {
  requireWriter(actor)
  const sorted = rows.toSorted(
    (a, b) => compare(a.date, b.date) || a.app_id - b.app_id || a.company_id - b.company_id,
  )
  return readRow(readInTransaction(em), upsertMany(valuesOf(actor, sorted)))
}

function valuesOf({ by }: Actor, rows: NewClick[]) {
  const arrayOf = (field: (row: NewClick) => string | number) => `{${rows.map(field).join()}}`
  return {
    dates: arrayOf(({ date }) => date),
    app_ids: arrayOf(({ app_id }) => app_id),
    company_ids: arrayOf(({ company_id }) => company_id),
    clicks: arrayOf(({ clicks }) => clicks),
    statuses: arrayOf(({ status = 'ok' }) => status),
    author: JSON.stringify(by),
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

const selectUnknown = statement(
  'clicks.unknown_references',
  { app_ids: '{1}', company_ids: '{1}' },
  () =>
    sql<{ apps: string[]; companies: string[] }>`select
    array(select id from unnest(${param('app_ids')}::bigint[]) as given (id)
      where not exists (select from applications where applications.id = given.id and deleted_at is null)) as apps,
    array(select id from unnest(${param('company_ids')}::bigint[]) as given (id)
      where not exists (select from companies where companies.id = given.id and deleted_at is null)) as companies`,
)

/** Returns which of the referenced applications and companies do not exist. */
export async function unknownReferences(
  em: EntityManager,
  rows: { app_id?: number | undefined; company_id?: number | undefined }[],
) {
  const given = (field: 'app_id' | 'company_id') =>
    `{${[...new Set(rows.map((row) => row[field]))].filter((id) => id !== undefined).join()}}`
  const ids = { app_ids: given('app_id'), company_ids: given('company_id') }
  const found = await readRow(readInTransaction(em), selectUnknown(ids))
  // The driver returns an array of bigint as strings.
  return { app_id: new Set(found.apps.map(Number)), company_id: new Set(found.companies.map(Number)) }
}

const checkReferences = referenceChecker({ app_id: applications, company_id: companies })

/** Creates the clicks of one day, or replaces the stored row if there is one. */
export async function upsertClick(
  em: EntityManager,
  actor: Actor,
  row: NewClick,
): Promise<{ created: boolean; data: Click }> {
  await checkReferences(em, row)
  const stored = await storeClick(em, actor, row)
  return { created: stored?.created ?? false, data: stored ?? (await readClick(readInTransaction(em), row)) }
}
