import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { answerKeys, type RoutedKind } from '../../src/portfolio/kinds.ts'
import type { WrittenRow } from '../../src/portfolio/operation.ts'
import { contextType, type PlaceContext, readContexts } from '../../src/portfolio/place-context.ts'
import { recordEtag } from '../../src/portfolio/records.ts'
import type { Page } from '../../src/record/list/record-list.ts'
import type { Warning, Written } from '../../src/record/warning.ts'
import { withoutId } from '../answers/response-schemas.ts'
import { capitalize, type RecordLabel } from '../openapi/labels.ts'
import type { Envelope } from '../routes/resource.ts'
import type { WriteQuery } from '../routes/run-write.ts'
import { ofProposal } from './held-write.ts'
import { beside, listBody, listResponse, recordResponse } from './response.ts'

/** What the answers of some kinds of records have. */
export type AnswerParts = {
  /** The record that a dry run would create. Default: `record` without its id. */
  dryRun?: z.ZodObject
  /** Whether `detail` always contains other records. Evidence in a record is found without it. */
  embedsOthers?: true
  /** What the answer to a creation may also have. */
  ofCreation?: z.ZodRawShape
  /** What the answer to a change may also have. */
  ofChange?: z.ZodRawShape
  /** Whether a POST also returns similar records and the unresolved signals of the place. */
  hasSimilar?: true
}

type Schemas = AnswerParts & {
  record: z.ZodObject
  /** The record that a GET returns. */
  detail: z.ZodType
}

/** Returns the envelope of one kind of portfolio record: under its name, with a message and warnings. */
export function portfolioEnvelope(
  kind: RoutedKind,
  { singular, plural }: RecordLabel,
  {
    record,
    detail,
    dryRun = withoutId(record),
    embedsOthers,
    ofCreation = {},
    ofChange = {},
    hasSimilar,
  }: Schemas,
): Envelope<Page<object> & { warnings: Warning[] }, { id: number }, Written<WrittenRow>> {
  const { one, many } = answerKeys(kind)
  const created = (schema: z.ZodObject) => {
    const response = recordResponse(one, schema).extend(ofCreation)
    return hasSimilar ? response.extend(beside) : response
  }
  const changed = recordResponse(one, record).extend(ofChange)
  return {
    key: one,
    responses: {
      list: listResponse(many, record),
      get: recordResponse(one, detail),
      create: { 200: created(dryRun), 201: created(record), 202: created(dryRun).extend(ofProposal) },
      change: { 200: changed, 202: changed.extend(ofProposal) },
    },
    list: (request, page) => ({
      message: `${capitalize(plural)} found.`,
      ...listBody(many, request.query as { limit: number; offset: number }, page),
    }),
    get: (found) => ({
      message: `${capitalize(singular)} found.`,
      etag: recordEtag(kind, found),
      [one]: found,
    }),
    etag: (found) => recordEtag(kind, found),
    inDryRun: (request) => withContext(request, kind),
    embedsOthers: (found) => embedsOthers ?? hasLinks(found),
    write({ query }, { record: written, ...rest }, participle) {
      const { dry_run } = query as z.output<typeof WriteQuery>
      const message = `${capitalize(singular)} ${dry_run ? 'would be ' : ''}${participle}.`
      return { message, etag: recordEtag(kind, written), [one]: written, ...rest }
    },
  }
}

// The titles of linked records, and the records that cite this one, are not part of its row.
function hasLinks(record: unknown): boolean {
  const { evidence = [], evidence_for = [] } = record as { evidence?: object[]; evidence_for?: object[] }
  return evidence.length + evidence_for.length > 0
}

/** An answer with a record under the name of its kind. */
type Answer = { [name: string]: unknown }

/** Returns the function that adds the context of its record to the answer of a dry run. */
function withContext(request: FastifyRequest, kind: RoutedKind) {
  return async (answer: Answer) => {
    const [context] = await contextsOf(request, [{ kind, answer }])
    return { ...answer, context }
  }
}

/** Returns the context of the record of each answer. A caller without read access gets empty ones. */
export async function contextsOf(
  { mayReadResult, server }: FastifyRequest,
  answers: { kind: RoutedKind; answer: Answer }[],
): Promise<PlaceContext[]> {
  const records = answers.map(({ kind, answer }) => ({
    kind,
    record: answer[answerKeys(kind).one] as object,
  }))
  const empty = records.map(({ kind, record }): PlaceContext => {
    const context = { rules: [], decisions: [], signals: [] }
    return contextType(kind, record) === undefined ? context : { ...context, outcomes: null }
  })
  if (!mayReadResult) return empty
  // What stands beside an answer does not fail it.
  return readContexts(server.read, records).catch(() => empty)
}
