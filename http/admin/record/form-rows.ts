import type { z } from 'zod'
import type { Message } from '../../../src/record/fault.ts'
import type { FormValues } from './action.ts'

/** A list in a form whose items are rows, such as the tasks of a decision. */
export type FormRows = {
  /** The field of the record. */
  name: string
  label: { singular: string; plural: string }
  /** The schema of an item, and its fields that are columns. */
  body: z.ZodObject
  columns: readonly string[]
  /** Replaces the label of a column. */
  labels?: Record<string, Message>
  /** Says what the rows are for, above them. */
  about?: string
  /** The most items that the list may have, and the fewest rows that the form shows. */
  max: number
  fewest: number
  /** The items of a record that are shown but cannot be changed, and why. */
  fixed?: { isFixed: (item: FormValues, today: string) => boolean; reason: string }
}

/** Returns whether a name in a form is that of a control in a row. */
export function isInRow(name: string): boolean {
  return /^\w+\.\d{1,2}\.\w+$/.test(name)
}
