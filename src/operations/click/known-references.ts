import type { EntityManager } from '@mikro-orm/postgresql'
import { readInTransaction } from '../../database/read.ts'

const text = `select array(select id from applications where id = any($1::bigint[]) and deleted_at is null) as apps,
  array(select id from companies where id = any($2::bigint[]) and deleted_at is null) as companies`

/** Returns which of the referenced applications and companies exist. */
export async function knownReferences(
  em: EntityManager,
  rows: { app_id?: number | undefined; company_id?: number | undefined }[],
) {
  const given = [new Set(rows.map(({ app_id }) => app_id)), new Set(rows.map(({ company_id }) => company_id))]
  for (const ids of given) ids.delete(undefined)
  const [found] = await readInTransaction(em)<{ apps: string[]; companies: string[] }>({
    text,
    values: given.map((ids) => `{${[...ids].join()}}`),
  })
  // The driver returns an array of bigint as strings.
  return { apps: new Set(found?.apps.map(Number)), companies: new Set(found?.companies.map(Number)) }
}
