import { z } from 'zod'
import { maxRows } from '../../src/portfolio/list/filter.ts'
import { PlaceContext } from '../../src/portfolio/place-context.ts'
import { OpenSignal, SimilarRecord } from '../../src/portfolio/similar/record.ts'
import type { Page } from '../../src/record/list/record-list.ts'
import { Warning } from '../../src/record/warning.ts'
import { writeExtras as usualExtras, warningList } from '../answers/response-schemas.ts'

/** The message that every portfolio response has. */
export const message = z
  .string()
  .meta({ description: 'Result in one sentence, for people', examples: ['Found.'] })

/** The ETag of a record. */
export const etag = z
  .string()
  .optional()
  .describe('The ETag of the record, also in the header. Send it as If-Match. Absent from a dry run')
  .meta({ examples: ['W/"q8Zk3b0mWcJ1T9xLr5vYhA2dEfs"'] })

/** The context of the place of a record. */
export const context = PlaceContext.optional().describe('Present in the response to a dry run')

const rule = z.object({ id: z.int(), title: z.string() }).optional().describe('The canon rule that warns')

/** The optional fields of every response to a write of the portfolio. */
export const writeExtras = {
  ...usualExtras,
  warnings: z.array(Warning.extend({ rule })).optional(),
  would: z
    .enum(['write', 'propose'])
    .optional()
    .describe('In a dry run: whether the write would be stored at once, or wait for a person'),
}

/** Returns the schema of a response with one record, under its name. */
export function recordResponse<Name extends string, S extends z.ZodType>(name: Name, schema: S) {
  return z.object({ message, etag, ...keyed(name, schema), ...writeExtras, context })
}

const similar = z
  .array(SimilarRecord)
  .max(5)
  .describe(
    'Stored records that may state the same fact, best first. Words are compared, and synonyms are not found: read open_here too.',
  )

const open_here = z
  .array(OpenSignal)
  .max(5)
  .describe('The newest unresolved signals of the same product or direction, whatever their words')

/** What the response to a POST has beside the new record: similar ones, and the unresolved signals of the place. */
export const beside = { similar, open_here }

/** The `meta` of every portfolio list. `total` is null above 1,000 matches unless `with_total` is set. */
export const ListMeta = z
  .strictObject({
    total: z.int().min(0).nullable(),
    count: z.int().min(0),
    limit: z.int().min(1).max(maxRows),
    offset: z.int().min(0),
  })
  .meta({ examples: [{ total: 1, count: 1, limit: 50, offset: 0 }] })

/** Returns the schema of a response with one page of records, under their name. */
export function listResponse<Name extends string, S extends z.ZodType>(name: Name, schema: S) {
  return z.object({
    message,
    ...keyed(name, z.array(schema)),
    meta: ListMeta,
    warnings: warningList,
  })
}

/** Returns the part of a response body with one page of records, under their name. */
export function listBody<Name extends string, Row>(
  name: Name,
  { limit, offset = 0 }: { limit: number; offset?: number },
  { rows, total, warnings }: Page<Row> & { warnings: Warning[] },
) {
  const meta = { total, count: rows.length, limit, offset }
  return { ...keyed(name, rows), meta, warnings }
}

// TypeScript widens a computed key to string; the cast restores the literal.
function keyed<Name extends string, Value>(name: Name, value: Value) {
  return { [name]: value } as { [key in Name]: Value }
}
