import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Read, readRow } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { actorKey, isChange, mayUndo } from '../journal/history.ts'
import { StoredInsight } from '../portfolio/insight/insight.ts'
import { routedKinds } from '../portfolio/kinds.ts'
import { currentStatus } from '../portfolio/proposal/expire.ts'
import { isUndone } from '../portfolio/undone.ts'
import { confidenceLevels } from '../portfolio/vocabulary.ts'
import { values } from '../record/rules/enumeration.ts'
import { isAccepted, recordDays } from './review.ts'

const Count = z.int().min(0)
const settledDays = 7

const ProposalsOfKind = z.object({
  kind: z.string().nullable().describe('Such as canon-rule. Null for batches'),
  applied: Count.describe('Applied without an edit'),
  edited: Count.describe('Applied after an edit by a person'),
  rejected: Count,
  changes_wanted: Count,
  expired: Count,
  withdrawn: Count,
  pending: Count,
  median_hours: z
    .number()
    .nullable()
    .describe('Median hours from the proposal to its application or rejection. Null if there was none'),
})

const WritesOfKind = z.object({
  kind: z.string().meta({ examples: ['signal'] }),
  writes: Count.describe('Creations and changes that were stored at once'),
  accepted: Count.describe('Those that a person accepted in the review'),
  undone: Count.describe('Those that were reverted, undone, withdrawn or retracted since'),
  stood: Count.describe('Those of `older` that were not undone'),
  older: Count.describe(`Those made more than ${settledDays} days ago`),
})

/** What became of the proposals, writes and insights of a portfolio token. */
export const AgentRecord = z.object({
  days: z.literal(recordDays).describe('The number of days that it is about'),
  proposals: z.array(ProposalsOfKind).describe('Proposals that were made in these days, by kind'),
  direct: z.array(WritesOfKind).describe('Writes without applied proposals, by kind'),
  insights: z.array(
    z.object({
      confidence_level: StoredInsight.shape.confidence_level,
      written: Count,
      retracted: Count,
    }),
  ),
})
export type AgentRecord = z.output<typeof AgentRecord>

/** The proposals of one kind in the record of an agent. */
type ProposalsOfKind = AgentRecord['proposals'][number]

/** Returns the record of the portfolio token with this id over the last 90 days. Each list is empty if there is nothing. */
export async function readAgentRecord(read: Read, tokenId: number): Promise<AgentRecord> {
  const row = await readRow(read, selectRecord({ key: `portfolio_token:${tokenId}` }))
  return { days: recordDays, ...row }
}

const since = sql`now() - interval '1 day' * ${sql.lit(recordDays)}`
const kinds = sql`array[${sql.join(routedKinds.map(sql.lit))}]`
const levels = sql`array[${sql.join(values(confidenceLevels).map(sql.lit))}]`
const hyphenated = (column: string) => sql`replace(${sql.ref(column)}, '_', '-')`
const list = (rows: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(listed), '[]') from (${rows}) as listed)`
const count = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})`

const statuses = ['rejected', 'changes_wanted', 'expired', 'withdrawn', 'pending'] as const
const hours = sql`extract(epoch from decided_at - created_at) / 3600`

const proposals = sql`select ${hyphenated('kind')} as kind,
    ${count(sql`status = 'applied' and not edited`)} as applied, ${count(sql`status = 'applied' and edited`)} as edited,
    ${sql.join(statuses.map((status) => sql`${count(sql`status = ${sql.lit(status)}`)} as ${sql.ref(status)}`))},
    round((percentile_cont(0.5) within group (order by ${hours}) filter (where status in ('applied', 'rejected')))::numeric, 2) as median_hours
  from (
    select kind, edited, created_at, decided_at, ${currentStatus} as status
    from proposals as record where credential = ${param('key')} and created_at > ${since}
  ) as proposal
  group by kind order by array_position(${kinds}, kind)`

// The entries of the token, approved ones too.
const entries = sql`select id, record_type, record_id, event, approved_by, created_at from history
  where ${actorKey} = ${param('key')} and created_at > ${since} and ${isChange} and record_type = any(${kinds})`

// Few records have an entry that may undo another one. They are found at once, and only their entries are looked at.
const undone = sql`case when (record_type, record_id) in (
    select record_type, record_id from history where ${mayUndo} and created_at > ${since}
  ) then (select ${isUndone('history')} from history where history.id = entry.id) else false end`

const writes = sql`select record_type, ${isAccepted(sql`entry.id`)} as accepted, ${undone} as undone,
    created_at < now() - interval '1 day' * ${sql.lit(settledDays)} as is_older
  from entry where approved_by is null`

const direct = sql`select ${hyphenated('record_type')} as kind, count(*) as writes,
    ${count(sql`accepted`)} as accepted, ${count(sql`undone`)} as undone,
    ${count(sql`is_older and not undone`)} as stood, ${count(sql`is_older`)} as older
  from write group by record_type order by array_position(${kinds}, record_type)`

const insights = sql`select confidence_level, count(*) as written, count(retracted_at) as retracted
  from entry join insights on insights.id = entry.record_id
  where entry.record_type = 'insight' and entry.event = 'created'
  group by confidence_level order by array_position(${levels}, confidence_level)`

const selectRecord = statement(
  'agent_record',
  { key: 'portfolio_token:1' },
  () => sql<
    Omit<AgentRecord, 'days'>
  >`with entry as materialized (${entries}), write as materialized (${writes})
    select ${list(proposals)} as proposals, ${list(direct)} as direct, ${list(insights)} as insights`,
)

/** The fewest cases from which a share is shown. */
export const fewestCases = 20
const trustedShare = 0.95

/** Returns how many proposals of a kind were decided: all but those that may still be applied. */
export function decidedOf({ applied, edited, rejected, expired, withdrawn }: ProposalsOfKind): number {
  return applied + edited + rejected + expired + withdrawn
}

/** Returns the kinds with at least 20 decided proposals, 95 of 100 of them applied without an edit. */
export function trustedKinds({ proposals }: AgentRecord): (ProposalsOfKind & { kind: string })[] {
  return proposals.flatMap(({ kind, ...counts }) => {
    const decided = decidedOf({ kind, ...counts })
    const isTrusted = decided >= fewestCases && counts.applied >= trustedShare * decided
    return kind !== null && isTrusted ? [{ kind, ...counts }] : []
  })
}
