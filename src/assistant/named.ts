import { sql } from 'kysely'
import { z } from 'zod'
import { Id } from '../record/id.ts'

/** Another record, as an answer embeds it. */
export const Named = z.object({ id: Id, name: z.string() })
export type Named = z.output<typeof Named>

/** The record that a column of `record` points to, as a column of its own: `service` out of `service_id`. */
function embedded<As extends 'service' | 'improvement' | 'agent'>(table: string, label: string, as: As) {
  const reference = sql.ref(`record.${as}_id`)
  return sql<Named | null>`(
    select json_build_object('id', id, 'name', ${sql.ref(label)}) from ${sql.table(table)} where id = ${reference}
  )`.as(as)
}

export const serviceColumn = embedded('services', 'name', 'service')
export const improvementColumn = embedded('improvements', 'title', 'improvement')
export const agentColumn = embedded('agents', 'name', 'agent')
