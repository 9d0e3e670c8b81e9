import type { z } from 'zod'

/** Whether to tell a record in the fields that decide, or in all it has. */
type Detail = { full?: boolean | undefined }

const internal = ['product_id', 'direction_id', 'app_id', 'updated_by', 'direction', 'external_ref']

/** How a kind of record is told. */
export type View = {
  /** The compact form. The whole form has more, which needs no listing: fields keep their names everywhere. */
  schema: z.ZodObject
  tell: (record: object, detail?: Detail) => Record<string, unknown>
}

/**
 * A view of records: `deciding` names the fields of the compact form, in their order. The whole form has all
 * but what only the database needs.
 */
export function view<S extends z.ZodObject>(record: S, ...deciding: (keyof S['shape'] & string)[]): View {
  const rest = Object.keys(record.shape).filter((name) => ![...deciding, ...internal].includes(name))
  const names = [...deciding, ...rest]
  return {
    schema: record.pick(Object.fromEntries(deciding.map((name) => [name, true])) as never),
    tell(row, { full = false } = {}) {
      const fields = row as Record<string, unknown>
      const told: Record<string, unknown> = {}
      for (const name of full ? names : deciding) told[name] = fields[name]
      return told
    },
  }
}
