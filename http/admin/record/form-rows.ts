import type { z } from 'zod'

/** The rows of a form, such as the tasks of a decision: their field, and the columns from the schema of one of them. */
export type FormRows = {
  name: string
  label: { singular: string; plural: string }
  body: z.ZodObject
  columns: readonly string[]
}

/** Returns whether a name in a form is that of a control in a row. */
export function isInRow(name: string): boolean {
  return /^\w+\.\d{1,2}\.\w+$/.test(name)
}
