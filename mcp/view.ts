import type { z } from 'zod'

type RenderOptions = {
  /** Every field instead of the compact form. */
  full?: boolean | undefined
}

const internalFields = ['product_id', 'direction_id', 'app_id', 'updated_by', 'direction', 'external_ref']

/** How answers show one kind of record. */
export type View = {
  /** Schema of the compact form. Further fields of the full form have the same names as in the HTTP API. */
  schema: z.ZodObject
  /** Returns the fields of a record that an answer shows. */
  render: (record: object, options?: RenderOptions) => Record<string, unknown>
}

/**
 * Creates a view of a record. The compact form has `compactFields`, in this order; the full form then has all
 * other fields except the internal ones.
 */
export function view<S extends z.ZodObject>(
  record: S,
  ...compactFields: (keyof S['shape'] & string)[]
): View {
  const otherFields = Object.keys(record.shape).filter(
    (name) => ![...compactFields, ...internalFields].includes(name),
  )
  const allFields = [...compactFields, ...otherFields]
  return {
    schema: record.pick(Object.fromEntries(compactFields.map((name) => [name, true])) as never),
    render(row, { full = false } = {}) {
      const fields = row as Record<string, unknown>
      const rendered: Record<string, unknown> = {}
      for (const name of full ? allFields : compactFields) rendered[name] = fields[name]
      return rendered
    },
  }
}
