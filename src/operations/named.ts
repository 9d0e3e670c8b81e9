import { sql } from 'kysely'
import { z } from 'zod'

/** A record that another one points to, by number and name. */
export const Named = z.strictObject({ id: z.int(), name: z.string() })
export type Named = z.output<typeof Named>

/** What the alias `record` points to, as its answers embed it; what was deleted is not pointed to any more. */
export const company = embedded('companies', 'company_id', sql`and deleted_at is null`).as('company')
export const application = embedded('applications', 'application_id', sql`and deleted_at is null`).as(
  'application',
)
export const strategy = embedded('strategies', 'strategy_id', sql`and deleted_at is null`).as('strategy')
/** The strategy of what cannot be without one. */
export const itsStrategy = embedded<Named>('strategies', 'strategy_id', sql`and deleted_at is null`).as(
  'strategy',
)
export const owner = embedded('users', 'owner_id', sql``).as('owner')

function embedded<Pointed = Named | null>(table: string, column: string, live: ReturnType<typeof sql>) {
  return sql<Pointed>`(select json_build_object('id', id, 'name', name)
    from ${sql.table(table)} where id = record.${sql.ref(column)} ${live})`
}
