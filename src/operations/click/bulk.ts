import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { Reference } from '../../record/id.ts'
import { rule } from '../../record/rule.ts'
import { trim } from '../../record/text.ts'
import { safeValidate } from '../../record/validate.ts'
import { ignoredField, type Warning } from '../../record/warning.ts'
import { type NewClick, NewClick as Row } from './click.ts'
import { knownOwners } from './owners.ts'
import { storeClicks } from './store.ts'

const mostRows = 10_000

/** Rows of clicks. Each is judged by itself, so that a bad one keeps none of the others out. */
export const ClickBatch = z
  .object({
    rows: rule(
      trim,
      z
        .array(z.unknown().meta({ description: 'As POST /analytics/clicks takes it' }))
        .min(1)
        .max(mostRows),
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
  row: z.int().min(0).describe('The place of the row in the batch, from 0'),
  field: z.string().nullable(),
  code: z.enum(['invalid', 'unknown_app', 'unknown_company', 'duplicate_in_batch']),
  message: z.string(),
})
type RowError = z.output<typeof RowError>

/** What became of a batch: every row is counted once. */
export const BatchResult = z.object({
  created: z.int().min(0),
  updated: z.int().min(0),
  skipped: z.int().min(0).describe('Rows with an error, and rows that say what is known already'),
  errors: z.array(RowError),
})

/** Stores what is good of a batch, and says what is wrong with the rest. */
export async function recordClicks(em: EntityManager, actor: Actor, { rows }: z.output<typeof ClickBatch>) {
  const errors: RowError[] = []
  const read = rows.map((given, row) => {
    const { data: value, errors: faults = {} } = safeValidate(Row, given)
    for (const [field, [message = '']] of Object.entries(faults)) {
      const stranger = unknown.find((one) => one.field === field && one.message === message)
      errors.push({
        row,
        ...(stranger ?? { field: field === 'body' ? null : field, code: 'invalid', message }),
      })
    }
    return { row, value, owners: value ?? Owners.safeParse(given).data ?? {} }
  })
  const known = await knownOwners(
    em,
    read.map(({ owners }) => owners),
  )
  const last = new Map<string, { row: number; value: NewClick }>()
  for (const { row, value, owners } of read) {
    const strange = strangers(known, owners)
    errors.push(...strange.map((error) => ({ row, ...error })))
    if (!value || strange.length > 0) continue
    const key = `${value.date} ${value.app_id} ${value.company_id}`
    const earlier = last.get(key)
    if (earlier) errors.push({ row: earlier.row, ...duplicate })
    last.set(key, { row, value })
  }
  const { created, updated } = await storeClicks(
    em,
    actor,
    [...last.values()].map(({ value }) => value),
  )
  errors.sort((a, b) => a.row - b.row)
  const warnings = ignored(rows)
  const skipped = rows.length - created - updated
  return { created, updated, skipped, errors, ...(warnings.length > 0 && { warnings }) }
}

// Whose clicks a row tells of, as far as it can be read. A row is told all that is wrong with it at once.
const Owners = z.object({
  app_id: Reference.optional().catch(undefined),
  company_id: Reference.optional().catch(undefined),
})
type Owners = Partial<z.output<typeof Owners>>

const duplicate = {
  field: null,
  code: 'duplicate_in_batch',
  message: 'A later row of the batch has the same date, app_id and company_id.',
} as const

const unknown = [
  { field: 'app_id', code: 'unknown_app', message: 'The selected app id is invalid.' },
  { field: 'company_id', code: 'unknown_company', message: 'The selected company id is invalid.' },
] as const

function strangers({ apps, companies }: Awaited<ReturnType<typeof knownOwners>>, given: Owners) {
  const known = { app_id: apps, company_id: companies }
  return unknown.filter(({ field }) => given[field] !== undefined && !known[field].has(given[field]))
}

// Each name once, at the first row that has it.
function ignored(rows: unknown[]): Warning[] {
  const first = new Map<string, number>()
  for (const [row, given] of rows.entries()) {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) continue
    for (const name of Object.keys(given))
      if (!Object.hasOwn(Row.shape, name) && !first.has(name)) first.set(name, row)
  }
  return [...first].map(([name, row]) => ignoredField(`rows.${row}.${name}`))
}
