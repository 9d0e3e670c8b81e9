import { sql } from 'kysely'
import type { z } from 'zod'
import type { Person } from '../../access/person.ts'
import type { Read } from '../../database/read.ts'
import { all, param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { type PageRequest, recordReads } from '../../record/list/reads.ts'
import { boolean } from '../../record/rules/boolean.ts'
import type { KindName } from '../kinds.ts'
import { type FieldConflict, type PresentRows, readPresentRows } from './conflicts.ts'
import { isPending } from './expire.ts'
import type { StoredProposal } from './proposal.ts'
import { listedColumns, ProposalQuery, type ProposalRow, proposalFilters, readSent } from './read.ts'

/** The query of the proposals that people decide on. */
export const InboxQuery = ProposalQuery.omit({ limit: true, offset: true }).extend({
  mine: boolean.optional().describe('Only those that you proposed by a form'),
})
type InboxQuery = z.output<typeof InboxQuery>

/** A proposal in a list that people see. */
export type ListedProposal = ProposalRow & {
  title: string
  product_name: string | null
}

/** A proposal as people see it, with what was sent. */
export type InboxProposal = Omit<ListedProposal, 'targets' | 'conflicts'> &
  Pick<StoredProposal, 'body' | 'preview' | 'targets'>

/** A proposal with the fields that others have changed since, and the present rows of its records while it waits. */
export type ProposalState = { proposal: InboxProposal; conflicts: FieldConflict[]; present: PresentRows }

type Filters = Omit<InboxQuery, 'mine'> & PageRequest & { person_id?: number }

const reads = recordReads<ListedProposal, Filters>(
  'inbox',
  { status: 'pending', person_id: 1 },
  (query) =>
    db
      .selectFrom('proposals as record')
      .where(
        all([
          proposalFilters(query),
          query.person_id !== undefined &&
            sql`(record.created_by ->> 'type' = 'user' and (record.created_by ->> 'id')::bigint = ${param('person_id')})`,
        ]),
      )
      .select([
        ...listedColumns,
        'record.title',
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
export function listInbox(read: Read, { mine, ...query }: InboxQuery & PageRequest, person: Person) {
  return reads.list(read, { ...query, ...(mine && { person_id: person.id }) })
}

/** Returns one proposal by id; throws `not_found`. */
export async function readProposalState(read: Read, id: number): Promise<ProposalState> {
  const [row, { conflicts, ...sent }] = [await reads.one(read, id), await readSent(read, id)]
  const targets = row.status === 'pending' ? sent.targets : []
  const present = await readPresentRows(read, targets, { lock: false })
  return { proposal: { ...row, ...sent }, present, conflicts }
}

const maxListed = 100

/** Returns the proposals that wait, the oldest first. At most 100. */
export function listPending(read: Read): Promise<ListedProposal[]> {
  return reads.latest(read, { status: 'pending' }, maxListed)
}

/** The SQL of the number of proposals that wait for a person. */
export const countOfPending = sql<number>`(select count(*) from proposals as record where ${isPending})`

/** Returns the proposals that wait and would change a record, the oldest first. */
export function listPendingOf(read: Read, record: { kind: KindName; id: number }) {
  return read(selectPendingOf(record))
}

const pending = () => db.selectFrom('proposals as record').where(isPending)

const selectPendingOf = statement('inbox.pending_of_record', { kind: 'task', id: 7 }, () =>
  pending()
    .where(
      sql<boolean>`record.targets @> jsonb_build_array(jsonb_build_object('kind', ${param('kind')}::text, 'id', ${param('id')}::bigint))`,
    )
    .select(['record.id', 'record.title', 'record.action', 'record.created_by', 'record.created_at'])
    .orderBy('record.id'),
)
