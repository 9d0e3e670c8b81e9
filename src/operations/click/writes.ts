import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { requireWriter } from '../../access/policy.ts'
import { readInTransaction, readRow } from '../../database/read.ts'
import { referenceChecker } from '../../record/references.ts'
import { applications } from '../application/application.ts'
import { companies } from '../company/company.ts'
import type { Click, NewClick } from './click.ts'
import { readClick } from './read.ts'

/** Result of an upsert. An unchanged row returns nothing. */
type Stored = Click & { created: boolean }

// Each column is one array parameter, so that the text is the same for any number of rows. Every row is locked until
// the transaction ends; rows are sorted by key first, so that two transactions with the same rows cannot deadlock. Only
// a replaced row has an `xmax`.
const upsert = `insert into clicks as stored (date, app_id, company_id, clicks, status, created_by, updated_by)
  select date, app_id, company_id, clicks, status, $6::jsonb, $6::jsonb
  from unnest($1::date[], $2::bigint[], $3::bigint[], $4::int[], $5::text[])
    as given (date, app_id, company_id, clicks, status)
  on conflict (date, app_id, company_id) do update
    set clicks = excluded.clicks, status = excluded.status, updated_by = excluded.updated_by,
      updated_at = now()
    where (stored.clicks, stored.status) is distinct from (excluded.clicks, excluded.status)
  returning`

const one = `${upsert} id, date, app_id, company_id, clicks, status, created_at, updated_at, (xmax = 0) as created`

const many = `with stored as (${upsert} (xmax = 0) as created)
  select count(*) filter (where created) as created, count(*) filter (where not created) as updated from stored`

/** Upserts the clicks of one day. Returns undefined if the stored row is equal. */
export async function storeClick(
  em: EntityManager,
  actor: Actor,
  row: NewClick,
): Promise<Stored | undefined> {
  requireWriter(actor)
  const [stored] = await readInTransaction(em)<Stored>({ text: one, values: valuesOf(actor, [row]) })
  return stored
}

/** Upserts rows with distinct keys and counts the created and the updated ones. */
export async function storeClicks(em: EntityManager, actor: Actor, rows: NewClick[]) {
  requireWriter(actor)
  const sorted = rows.toSorted(
    (a, b) => compare(a.date, b.date) || a.app_id - b.app_id || a.company_id - b.company_id,
  )
  const statement = { text: many, values: valuesOf(actor, sorted) }
  return readRow<{ created: number; updated: number }>(readInTransaction(em), statement)
}

function valuesOf({ by }: Actor, rows: NewClick[]): unknown[] {
  const columns = [
    rows.map(({ date }) => date),
    rows.map(({ app_id }) => app_id),
    rows.map(({ company_id }) => company_id),
    rows.map(({ clicks }) => clicks),
    rows.map(({ status = 'ok' }) => status),
  ]
  return [...columns.map((column) => `{${column.join()}}`), JSON.stringify(by)]
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

const text = `select
  array(select id from unnest($1::bigint[]) as given (id)
    where not exists (select from applications where applications.id = given.id and deleted_at is null)) as apps,
  array(select id from unnest($2::bigint[]) as given (id)
    where not exists (select from companies where companies.id = given.id and deleted_at is null)) as companies`

/** Returns which of the referenced applications and companies do not exist. */
export async function unknownReferences(
  em: EntityManager,
  rows: { app_id?: number | undefined; company_id?: number | undefined }[],
) {
  const given = [new Set(rows.map(({ app_id }) => app_id)), new Set(rows.map(({ company_id }) => company_id))]
  for (const ids of given) ids.delete(undefined)
  const values = given.map((ids) => `{${[...ids].join()}}`)
  const found = await readRow<{ apps: string[]; companies: string[] }>(readInTransaction(em), {
    text,
    values,
  })
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
