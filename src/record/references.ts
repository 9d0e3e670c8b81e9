import type { EntitySchema } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { phrase } from '../language/phrase.ts'
import { Fault, invalid, type Message } from './fault.ts'
import { findLive } from './soft-delete.ts'
import { invalidSelection } from './validation/messages.ts'

/**
 * Returns a function that checks the references in an input, each with its entity. It throws one fault that lists every id
 * without a record. A record that can be soft-deleted is locked, so that it cannot be deleted until the transaction ends.
 */
// biome-ignore lint/suspicious/noExplicitAny: entities of every kind
export function referenceChecker<Name extends string>(entities: Record<Name, EntitySchema<any>>) {
  return async (em: EntityManager, input: { [name in Name]?: number | null | undefined }): Promise<void> => {
    const errors: Record<string, Message> = {}
    for (const name of Object.keys(entities) as Name[]) {
      const [id, entity] = [input[name], entities[name]]
      if (id == null) continue
      const isKept = 'deleted_at' in entity.meta.properties
      if (!(await (isKept ? findLive(em, entity, id) : em.findOne(entity, { id }))))
        errors[name] = invalidSelection(name)
    }
    if (Object.keys(errors).length > 0) throw invalid(errors)
  }
}

/** The record to delete, and the tables whose `column` may reference it, keyed by name in the response. */
type Referenced = {
  kind: string
  id: number
  column: string
  tables: Record<string, string>
  /** Ignores soft-deleted rows. */
  live?: boolean
}

/**
 * Rejects the deletion of a record that is still referenced.
 *
 * @throws Fault `conflict`; its `blocking` has the number of references by table
 */
export async function rejectInUse(em: EntityManager, { kind, id, column, tables, live }: Referenced) {
  const counts = Object.entries(tables).map(
    ([name, table]) => sql`select ${sql.lit(name)} as name, count(*) as count from ${sql.table(table)}
      where ${sql.ref(column)} = ${id} ${live ? sql`and deleted_at is null` : sql``}`,
  )
  const { rows } = await sql<{ name: string; count: number }>`
    select name, count from (${sql.join(counts, sql` union all `)}) as counts where count > 0
  `.execute(em.getKysely())
  if (rows.length === 0) return
  const blocking = Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]))
  throw new Fault('conflict', phrase('refusal.inUse', { kind }), undefined, { blocking })
}
