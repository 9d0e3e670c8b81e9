import type { EntityManager } from '@mikro-orm/postgresql'
import { readInTransaction, readRow } from '../../database/read.ts'

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
