import { sql } from 'kysely'
import type { z } from 'zod'
import type { Person } from '../../access/person.ts'
import type { Read } from '../../database/read.ts'
import { all, param, statement, tables } from '../../database/statement.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { type PageRequest, recordReads } from '../../record/list/reads.ts'
import { boolean } from '../../record/rules/boolean.ts'
import type { KindName } from '../kinds.ts'
import { productSlugColumn } from '../place/slugs.ts'
import { conflictsOf, type FieldConflict, type PresentRows, readPresentRows } from './conflicts.ts'
import { StoredProposal } from './proposal.ts'
import { ProposalQuery, proposalFilters, proposalStatus, tokenRevoked } from './read.ts'

/** The query of the proposals that people decide on. */
export const InboxQuery = ProposalQuery.omit({ limit: true, offset: true }).extend({
  mine: boolean.optional().describe('Only those that you proposed by a form'),
})
type InboxQuery = z.output<typeof InboxQuery>

/** A proposal as people see it. */
export type InboxProposal = StoredProposal & {
  token_revoked: boolean
  product_slug: string | null
  product_name: string | null
}

/** A waiting proposal with the fields that others have changed since, and the present rows of its records. */
export type ProposalState = { proposal: InboxProposal; conflicts: FieldConflict[]; present: PresentRows }

type Filters = Omit<InboxQuery, 'mine'> & PageRequest & { person_id?: number }

const isPending = sql<boolean>`(record.status = 'pending' and record.expires_at > now())`

const reads = recordReads<InboxProposal, Filters>(
  (query) =>
    tables<{ proposals: StoredProposal }>()
      .selectFrom('proposals as record')
      .where(
        all([
          proposalFilters(query),
          query.person_id !== undefined &&
            sql`(record.created_by ->> 'type' = 'user' and (record.created_by ->> 'id')::bigint = ${param('person_id')})`,
        ]),
      )
      .select([
        ...qualifiedColumns('record', StoredProposal.omit({ status: true })),
        proposalStatus.as('status'),
        tokenRevoked.as('token_revoked'),
        productSlugColumn,
        sql<string | null>`(select name from products where id = record.product_id)`.as('product_name'),
      ]),
  {
    // The oldest has waited longest. Of the decided ones the latest are of interest.
    order: (rows) =>
      rows
        .orderBy(isPending, 'desc')
        .orderBy(sql`case when ${isPending} then record.id end`)
        .orderBy('record.id', 'desc'),
  },
)

/** Returns a page of proposals: the waiting ones first, the oldest first. */
export async function listInbox(read: Read, { mine, ...query }: InboxQuery & PageRequest, person: Person) {
  const { rows, ...page } = await reads.list(read, { ...query, ...(mine && { person_id: person.id }) })
  return { ...page, rows: await withConflicts(read, rows) }
}

/** Returns one proposal by id; throws `not_found`. */
export async function readProposalState(read: Read, id: number): Promise<ProposalState> {
  const [state] = await withConflicts(read, [await reads.one(read, id)])
  return state as ProposalState
}

async function withConflicts(read: Read, rows: InboxProposal[]): Promise<ProposalState[]> {
  const targets = rows.flatMap(({ status, targets }) => (status === 'pending' ? targets : []))
  const present = await readPresentRows(read, targets, { lock: false })
  return rows.map((proposal) => ({
    proposal,
    present,
    conflicts: proposal.status === 'pending' ? conflictsOf(proposal, present) : [],
  }))
}

const maxListed = 100

/** Returns the proposals that wait, the oldest first, without what others have changed since. At most 100. */
export function listPending(read: Read): Promise<InboxProposal[]> {
  return reads.latest(read, { status: 'pending' }, maxListed)
}

/** The SQL of the number of proposals that wait for a person. */
export const countOfPending = sql<number>`(select count(*) from proposals as record where ${isPending})`

/** Returns the proposals that wait and would change a record, the oldest first. */
export function listPendingOf(read: Read, record: { kind: KindName; id: number }) {
  return read(selectPendingOf(record))
}

const pending = () =>
  tables<{ proposals: StoredProposal }>().selectFrom('proposals as record').where(isPending)

const selectPendingOf = statement((_: { kind: string; id: number }) =>
  pending()
    .where(
      sql<boolean>`record.targets @> jsonb_build_array(jsonb_build_object('kind', ${param('kind')}::text, 'id', ${param('id')}::bigint))`,
    )
    .select(['record.id', 'record.title', 'record.action', 'record.created_by', 'record.created_at'])
    .orderBy('record.id'),
)
