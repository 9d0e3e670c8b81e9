import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import type { FieldErrors } from '../../record/fault.ts'
import { Reference } from '../../record/rules/id.ts'
import { rule } from '../../record/rules/rule.ts'
import { trim } from '../../record/rules/text.ts'
import { timeSlice } from '../../record/time-slice.ts'
import { maxListedNames } from '../../record/validation/error-list.ts'
import { invalidSelection } from '../../record/validation/messages.ts'
import { safeValidate } from '../../record/validation/validate.ts'
import { ignoredFields, type Warning } from '../../record/warning.ts'
import { NewClick } from './click.ts'
import { storeClicks, unknownReferences } from './writes.ts'

const maxRows = 10_000
const maxErrors = 500

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
  row: z.int().min(0).nullable().describe('Index of the row in the batch, from 0'),
  field: z.string().nullable(),
  code: z.enum(['invalid', 'unknown_app', 'unknown_company', 'duplicate_in_batch', 'more']),
  message: z.string(),
})
type RowError = z.output<typeof RowError> & { row: number }

/** Result of a batch. Every row is counted once. */
export const BatchResult = z.object({
  created: z.int().min(0),
  updated: z.int().min(0),
  skipped: z.int().min(0).describe('Rows with an error and rows that are equal to the stored ones'),
  errors: z
    .array(RowError)
    .describe(
      `The first ${maxErrors} errors. If there are more, a last entry with the code "more" counts them.`,
    ),
})

/** The rows of a batch, validated: their values or errors, and the warnings about unknown fields. */
type ValidatedBatch = { rows: ValidatedRow[]; errors: RowError[]; warnings: Warning[] }
type ValidatedRow = { value: NewClick | undefined; references: RowReferences }

/** Validates the rows of a batch. The process can serve other requests in between. */
export async function validateClickBatch({ rows }: z.output<typeof ClickBatch>): Promise<ValidatedBatch> {
  const pause = timeSlice()
  const validated: ValidatedRow[] = []
  const errors: RowError[] = []
  const unknown = new Set<string>()
  const unknownPaths: string[] = []
  for (const [row, input] of rows.entries()) {
    const { data: value, errors: fieldErrors = {} } = safeValidate(NewClick, input)
    errors.push(...rowErrors(row, fieldErrors))
    validated.push({ value, references: value ?? RowReferences.safeParse(input).data ?? {} })
    for (const name of namesOf(input)) {
      if (Object.hasOwn(NewClick.shape, name) || unknown.has(name)) continue
      if (unknown.size < maxListedNames) unknownPaths.push(`rows.${row}.${name}`)
      unknown.add(name)
      await pause()
    }
    await pause()
  }
  return { rows: validated, errors, warnings: ignoredFields(unknownPaths, unknown.size) }
}

/** Stores the valid rows of a batch and reports the errors of the others. */
export async function storeClickBatch(
  em: EntityManager,
  actor: Actor,
  { rows, errors: fieldErrors, warnings }: ValidatedBatch,
) {
  const errors = [...fieldErrors]
  const unknown = await unknownReferences(
    em,
    rows.map(({ references }) => references),
  )
  const lastByKey = new Map<string, { row: number; value: NewClick }>()
  for (const [row, { value, references }] of rows.entries()) {
    const missing = missingReferences(unknown, references)
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
  const skipped = rows.length - created - updated
  return {
    created,
    updated,
    skipped,
    errors: firstErrors(errors),
    ...(warnings.length > 0 && { warnings }),
  }
}

function rowErrors(row: number, fieldErrors: FieldErrors): RowError[] {
  return Object.entries(fieldErrors).map(([field, [said = '']]) => {
    const message = String(said)
    const missing = referenceErrors.find((error) => error.field === field && error.message === message)
    return { row, ...(missing ?? { field: field === 'body' ? null : field, code: 'invalid', message }) }
  })
}

function firstErrors(errors: RowError[]): z.output<typeof RowError>[] {
  const sorted = errors.toSorted((a, b) => a.row - b.row)
  const others = sorted.length - maxErrors
  if (others <= 0) return sorted
  const more = { row: null, field: null, code: 'more', message: `and ${others} more` } as const
  return [...sorted.slice(0, maxErrors), more]
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
  { field: 'app_id', code: 'unknown_app', message: String(invalidSelection('app_id')) },
  { field: 'company_id', code: 'unknown_company', message: String(invalidSelection('company_id')) },
] as const

function missingReferences(
  unknown: Awaited<ReturnType<typeof unknownReferences>>,
  references: RowReferences,
) {
  return referenceErrors.filter(({ field }) => {
    const id = references[field]
    return id !== undefined && unknown[field].has(id)
  })
}

function namesOf(input: unknown): string[] {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? Object.keys(input) : []
}
