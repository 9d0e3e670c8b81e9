import { type RawBuilder, sql } from 'kysely'
import type { ShownEvidence } from './field.ts'

/** Returns the SQL of the list `evidence` of a record, in which retracted records say so. */
export function evidenceWithRetracted(list: RawBuilder<unknown>) {
  return sql<ShownEvidence>`case when ${list} = '[]' then ${list} else (
    select jsonb_agg(case when is_retracted(item->>'type', (item->>'id')::bigint)
      then item || '{"retracted": true}' else item end order by position)
    from jsonb_array_elements(${list}) with ordinality as listed (item, position)) end`
}

/** The list `evidence` of the table aliased `record`, as answers show it. */
export const evidenceColumn = evidenceWithRetracted(sql`record.evidence`).as('evidence')
