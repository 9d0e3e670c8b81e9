import { z } from 'zod'
import { ListMeta } from '../../src/portfolio/list/paging.ts'
import { OpenSignal } from '../../src/portfolio/similar/open-here.ts'
import { SimilarRecord } from '../../src/portfolio/similar/record.ts'
import { warningList, withoutId, writeExtras } from '../answers/response-schemas.ts'

/** The message that every portfolio response has. */
export const message = z
  .string()
  .meta({ description: 'Result in one sentence, for people', examples: ['Found.'] })

const etag = z
  .string()
  .optional()
  .describe('The ETag of the record, also in the header. Send it as If-Match. Absent from a dry run')
  .meta({ examples: ['W/"q8Zk3b0mWcJ1T9xLr5vYhA2dEfs"'] })

/** Returns the schema of a response with one record, under its name. */
export function recordResponse<Name extends string, S extends z.ZodType>(name: Name, schema: S) {
  return z.object({ message, etag, ...keyed(name, schema), ...writeExtras })
}

/** Returns the responses of a POST that creates a record: 201, or 200 for a dry run, in which the record has no id. */
export function createdResponses<Name extends string, S extends z.ZodObject>(
  name: Name,
  record: S,
  dryRunRecord = withoutId(record),
) {
  return { 200: recordResponse(name, dryRunRecord), 201: recordResponse(name, record) }
}

/** Returns the responses of a POST that also returns similar records and the unresolved signals of the place. */
export function createdResponsesWithSimilar<Name extends string, S extends z.ZodObject>(
  name: Name,
  record: S,
  dryRunRecord = withoutId(record),
) {
  const { 200: dryRun, 201: created } = createdResponses(name, record, dryRunRecord)
  return { 200: dryRun.extend({ similar, open_here }), 201: created.extend({ similar, open_here }) }
}

const similar = z
  .array(SimilarRecord)
  .max(5)
  .describe(
    'Stored records that may state the same fact in other words, best first. Check them for a duplicate.',
  )

const open_here = z
  .array(OpenSignal)
  .max(5)
  .describe('The newest unresolved signals of the same product or direction, whatever their words')

/** Returns the schema of a response with one page of records, under their name. */
export function listResponse<Name extends string, S extends z.ZodType>(name: Name, schema: S) {
  return z.object({
    message,
    ...keyed(name, z.array(schema)),
    meta: ListMeta,
    warnings: warningList,
  })
}

// TypeScript widens a computed key to string; the cast restores the literal.
function keyed<Name extends string, S extends z.ZodType>(name: Name, schema: S) {
  return { [name]: schema } as { [key in Name]: S }
}

/** Returns the part of a route schema that an entry of the table of writes defines. */
export function writeSchema<S extends z.ZodType>(write: { summary: string; description?: string; body: S }) {
  const { summary, description, body } = write
  return { summary, ...(description !== undefined && { description }), body }
}
