import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { Reference } from '../../record/id.ts'
import { rule } from '../../record/rule.ts'
import { trim } from '../../record/text.ts'
import { safeValidate } from '../../record/validate.ts'
import { ignoredField, type Warning } from '../../record/warning.ts'
import { type NewClick, NewClick as Row } from './click.ts'
import { knownReferences } from './known-references.ts'
import { storeClicks } from './store.ts'

const maxRows = 10_000

/** Body with rows of clicks. Each row is validated on its own; an invalid row does not affect the others. */
export const ClickBatch = z
  .object({
    rows: rule(
      trim,
      z
        .array(z.unknown().meta({ description: 'A row as POST /analytics/clicks takes it' }))
        .min(1)
        .max(maxRows),
    ),
  })
  .meta({
    examples: [
      {
        rows: [
          { date: '2026-11-20', app_id: 1, company_id: 1, clicks: 312 },
          { date: '2026-11-21', app_id: 1, company_id: 1, clicks: 298, status: 'pending' },
        ],
      },
    ],
  })

const RowError = z.object({
  row: z.int().min(0).describe('Index of the row in the batch, from 0'),
  field: z.string().nullable(),
  code: z.enum(['invalid', 'unknown_app', 'unknown_company', 'duplicate_in_batch']),
  message: z.string(),
})
type RowError = z.output<typeof RowError>

/** Result of a batch. Every row is counted once. */
export const BatchResult = z.object({
  created: z.int().min(0),
  updated: z.int().min(0),
  skipped: z.int().min(0).describe('Rows with an error and rows that are equal to the stored ones'),
  errors: z.array(RowError),
})

/** Stores the valid rows of a batch and reports the errors of the others. */
export async function recordClicks(em: EntityManager, actor: Actor, { rows }: z.output<typeof ClickBatch>) {
  const errors: RowError[] = []
  const readRows = rows.map((input, row) => {
    const { data: value, errors: fieldErrors = {} } = safeValidate(Row, input)
    for (const [field, [message = '']] of Object.entries(fieldErrors)) {
      const missing = referenceErrors.find((error) => error.field === field && error.message === message)
      errors.push({
        row,
        ...(missing ?? { field: field === 'body' ? null : field, code: 'invalid', message }),
      })
    }
    return { row, value, references: value ?? RowReferences.safeParse(input).data ?? {} }
  })
  const known = await knownReferences(
    em,
    readRows.map(({ references }) => references),
  )
  const lastByKey = new Map<string, { row: number; value: NewClick }>()
  for (const { row, value, references } of readRows) {
    const missing = missingReferences(known, references)
    errors.push(...missing.map((error) => ({ row, ...error })))
    if (!value || missing.length > 0) continue
    const key = `${value.date} ${value.app_id} ${value.company_id}`
    const earlier = lastByKey.get(key)
    if (earlier) errors.push({ row: earlier.row, ...duplicate })
    lastByKey.set(key, { row, value })
  }
  const { created, updated } = await storeClicks(
    em,
    actor,
    [...lastByKey.values()].map(({ value }) => value),
  )
  errors.sort((a, b) => a.row - b.row)
  const warnings = unknownFieldWarnings(rows)
  const skipped = rows.length - created - updated
  return { created, updated, skipped, errors, ...(warnings.length > 0 && { warnings }) }
}

// The references of a row, even if other fields are invalid, so that all errors of a row are reported at once.
const RowReferences = z.object({
  app_id: Reference.optional().catch(undefined),
  company_id: Reference.optional().catch(undefined),
})
type RowReferences = Partial<z.output<typeof RowReferences>>

const duplicate = {
  field: null,
  code: 'duplicate_in_batch',
  message: 'A later row of the batch has the same date, app_id and company_id.',
} as const

const referenceErrors = [
  { field: 'app_id', code: 'unknown_app', message: 'The selected app id is invalid.' },
  { field: 'company_id', code: 'unknown_company', message: 'The selected company id is invalid.' },
] as const

function missingReferences(
  { apps, companies }: Awaited<ReturnType<typeof knownReferences>>,
  references: RowReferences,
) {
  const known = { app_id: apps, company_id: companies }
  return referenceErrors.filter(({ field }) => {
    const id = references[field]
    return id !== undefined && !known[field].has(id)
  })
}

// Each unknown field once, with the first row that contains it.
function unknownFieldWarnings(rows: unknown[]): Warning[] {
  const firstRows = new Map<string, number>()
  for (const [row, input] of rows.entries()) {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) continue
    for (const name of Object.keys(input))
      if (!Object.hasOwn(Row.shape, name) && !firstRows.has(name)) firstRows.set(name, row)
  }
  return [...firstRows].map(([name, row]) => ignoredField(`rows.${row}.${name}`))
}
