import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { all, param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { Changes } from '../../journal/history.ts'
import { etagBy } from '../../record/etag.ts'
import { notFound } from '../../record/fault.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { recordReads } from '../../record/list/reads.ts'
import { boolean } from '../../record/rules/boolean.ts'
import { translations } from '../../record/rules/description.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { Slug } from '../../record/rules/slug.ts'
import { apiName, type KindName, kindLabels } from '../kinds.ts'
import { productId, recordQuery, withSlugWarnings } from '../list/filter.ts'
import { portfolioOrder } from '../list/order.ts'
import { happenedIn, periodFilters, withOrderedPeriods } from '../list/period.ts'
import { productSlugColumn } from '../place/slugs.ts'
import { proposalFilterStatuses } from '../vocabulary.ts'
import { conflictCount, fieldConflicts } from './conflicts.ts'
import { currentStatus, isOpen } from './expire.ts'
import { StoredProposal, Target } from './proposal.ts'

const shape = StoredProposal.shape

/** A proposal, as lists show it: without what was sent, which may be long. */
export const Proposal = z.object({
  id: shape.id,
  status: shape.status,
  operation: shape.operation,
  method: shape.method,
  path: shape.path,
  kind: z.string().nullable().describe('Such as canon-rule. Null for a batch'),
  action: shape.action,
  title: z
    .string()
    .describe(
      'The title of the record that it changes or would create. Of a batch the count and the first one',
    ),
  target: Target.pick({ id: true, title: true }).extend({ kind: z.string(), id: Target.shape.id }).nullable(),
  reason: shape.reason,
  rules: shape.rules.describe('The canon rules that made it a proposal'),
  product_slug: z.string().nullable(),
  proposed_by: shape.created_by,
  token_revoked: z.boolean().describe('Whether the token that proposed is revoked'),
  created_at: shape.created_at,
  expires_at: shape.expires_at,
  decided_by: shape.decided_by,
  decided_at: shape.decided_at,
  decision_note: shape.decision_note,
  edited: shape.edited,
  result: shape.result.unwrap().extend({ kind: z.string() }).nullable(),
  conflicts: z.int().describe('For a waiting proposal: how many of its fields others have changed since'),
})
export type Proposal = z.output<typeof Proposal>

const FieldConflict = z.object({
  field: z.string(),
  base: z.unknown(),
  proposed: z.unknown(),
  now: z.unknown(),
})

/** A proposal with what was sent, and the fields that others have changed since. */
export const ProposalDetail = Proposal.extend({
  body: shape.body,
  changes: Changes.describe('The fields that it changes. Those of a batch begin with operations.N.'),
  preview: shape.preview.describe('The answer of the write as it would have been'),
  conflicts: z
    .array(FieldConflict)
    .describe('For a waiting proposal: the fields whose values are no longer what they were'),
})
export type ProposalDetail = z.output<typeof ProposalDetail>

/** The query fields that every list of proposals has. */
export const proposalFields = {
  status: enumOf(proposalFilterStatuses).optional(),
  mine: boolean
    .optional()
    .describe('1: only those of your token')
    .register(translations, { ru: 'Да: только предложения вашего токена' }),
  kind: enumOf(kindLabels)
    .optional()
    .describe('Only proposals that write a record of this kind, in a batch too')
    .register(translations, {
      ru: 'Только предложения, которые пишут запись этого вида, в том числе в пакете',
    }),
  product_slug: Slug.optional()
    .describe('Only proposals about this product')
    .register(translations, { ru: 'Только предложения об этом продукте' }),
  since: recordQuery.since,
  ...periodFilters('created'),
  ...periodFilters('decided'),
}

/** The query of the list of proposals. */
export const ProposalQuery = withOrderedPeriods(
  z.object({
    ...proposalFields,
    limit: recordQuery.limit,
    offset: recordQuery.offset,
    with_total: recordQuery.with_total,
  }),
)
export type ProposalQuery = z.output<typeof ProposalQuery>

/** Whether the token that proposed is revoked, as SQL. */
const tokenRevoked = sql<boolean>`(record.created_by ->> 'type' = 'portfolio_token' and exists (select from tokens
  where id = (record.created_by ->> 'id')::bigint and revoked_at is not null))`

const ofKind = sql`jsonb_build_array(jsonb_build_object('kind', replace(${param('kind')}, '-', '_')))`

/** Returns the conditions of the filters that every list of proposals has. */
export function proposalFilters(query: Partial<ProposalQuery>) {
  return all([
    happenedIn(query, 'created'),
    happenedIn(query, 'decided'),
    query.status !== undefined &&
      sql`(${currentStatus} = ${param('status')} or (${param('status')} = 'decided' and not ${isOpen}))`,
    query.kind !== undefined &&
      sql`(record.targets @> ${ofKind} or (record.action = 'batch'
        and record.targets @> jsonb_build_array(jsonb_build_object('beside', ${ofKind}))))`,
    query.product_slug !== undefined && sql`record.places @> array['product:' || ${productId}]`,
    query.since !== undefined && sql`record.created_at >= ${param('since')}::timestamp at time zone 'UTC'`,
  ])
}

/** The columns of a proposal in a list, for a SELECT on the alias `record`: nothing of what was sent is read. */
export const listedColumns = [
  ...qualifiedColumns(
    'record',
    StoredProposal.omit({
      body: true,
      targets: true,
      preview: true,
      phrases: true,
      digest: true,
      status: true,
      credential: true,
      key: true,
      title: true,
      product_id: true,
      places: true,
      updated_at: true,
      updated_by: true,
    }),
  ),
  sql<ProposalRow['targets']>`(select jsonb_agg(item - 'changes' - 'unchanged' - 'beside' order by position)
    from jsonb_array_elements(record.targets) with ordinality as target (item, position))`.as('targets'),
  currentStatus.as('status'),
  tokenRevoked.as('token_revoked'),
  productSlugColumn,
  conflictCount.as('conflicts'),
] as const

/** A proposal as lists read it. */
export type ProposalRow = Omit<Proposal, 'title' | 'target' | 'proposed_by' | 'kind' | 'result'> &
  Pick<StoredProposal, 'created_by' | 'kind' | 'result'> & {
    targets: Pick<Target, 'kind' | 'id' | 'title'>[]
  }

type Filters = ProposalQuery & { credential?: string }

const reads = recordReads<ProposalRow, Filters>(
  'proposals',
  { status: 'pending', product_slug: 'qr-scanner', credential: 'portfolio_token:1' },
  (query) =>
    db
      .selectFrom('proposals as record')
      .where(
        all([
          proposalFilters(query),
          query.credential !== undefined && sql`record.credential = ${param('credential')}`,
        ]),
      )
      .select([...listedColumns]),
  portfolioOrder({ schema: Proposal, expressions: { status: currentStatus, conflicts: conflictCount } }),
)
const list = withSlugWarnings(reads.list)

/** Returns a page of proposals, newest first. `credential` is that of the caller, for the filter `mine`. */
export async function listProposals(read: Read, { mine, ...query }: ProposalQuery, credential: string) {
  const page = await list(read, { ...query, ...(mine && { credential }) })
  return { ...page, rows: page.rows.map(shown) }
}

const selectSent = statement('proposals.sent', { id: 1 }, () =>
  db
    .selectFrom('proposals as record')
    .where('record.id', '=', param<number>('id'))
    .select([
      'record.body',
      'record.preview',
      'record.phrases',
      'record.targets',
      fieldConflicts.as('conflicts'),
    ]),
)

/** Returns what was sent with a proposal and would be stored, and its conflicts; throws `not_found`. */
export async function readSent(read: Read, id: number) {
  const [sent] = await read(selectSent({ id }))
  if (!sent) throw notFound()
  return sent
}

/** Returns one proposal by id, with its conflicts; throws `not_found`. */
export async function showProposal(read: Read, id: number): Promise<ProposalDetail> {
  const [row, { body, preview, targets, conflicts }] = [await reads.one(read, id), await readSent(read, id)]
  return { ...shown(row), body, preview, changes: changesOf(row, targets), conflicts }
}

/** Returns the ETag of a proposal. */
export function proposalEtag(proposal: ProposalDetail): string {
  return etagBy(ProposalDetail, proposal)
}

/** Returns the address of the page of a proposal. */
export function proposalUrl(publicUrl: string, id: number): string {
  return `${publicUrl}/admin/proposals/${id}`
}

function shown({ targets, created_by, ...row }: ProposalRow): Proposal {
  const [first] = targets
  const title = first?.title ?? ''
  const isChange = row.action !== 'batch' && first && first.id !== null
  return {
    ...row,
    kind: row.kind && apiName(row.kind),
    title: row.action === 'batch' ? `Batch of ${targets.length}: ${title}` : title,
    target: isChange ? withApiName(first) : null,
    result: row.result && withApiName(row.result),
    proposed_by: created_by,
  }
}

/** Returns what names a record with the name of its kind in the API: `canon-rule`. */
export function withApiName<Named extends { kind: KindName }>(named: Named): Named & { kind: string } {
  return { ...named, kind: apiName(named.kind) }
}

function changesOf({ action }: Pick<ProposalRow, 'action'>, targets: Target[]): Changes {
  if (action !== 'batch') return targets[0]?.changes ?? {}
  const fields = targets.flatMap(({ changes }, index) =>
    Object.entries(changes).map(([field, change]) => [`operations.${index}.${field}`, change] as const),
  )
  return Object.fromEntries(fields)
}
