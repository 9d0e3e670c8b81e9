import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Person } from '../../access/person.ts'
import { type Read, readRow } from '../../database/read.ts'
import { all, param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { actorKeyOf, standingChoices, standings } from '../../journal/history.ts'
import { type PageRequest, recordReads } from '../../record/list/reads.ts'
import { boolean } from '../../record/rules/boolean.ts'
import { translations } from '../../record/rules/description.ts'
import { Reference } from '../../record/rules/id.ts'
import { isObjectPayload } from '../../record/rules/rule.ts'
import { text } from '../../record/rules/text.ts'
import { requiredField } from '../../record/validation/messages.ts'
import type { KindName } from '../kinds.ts'
import { withOrderedPeriods } from '../list/period.ts'
import { isPending } from '../urgency.ts'
import { type FieldConflict, type PresentRows, readPresentRows } from './conflicts.ts'
import { currentStatus, isOpen } from './expire.ts'
import type { StoredProposal } from './proposal.ts'
import { listedColumns, type ProposalRow, proposalFields, proposalFilters, readSent } from './read.ts'

/** The query of the proposals that people decide on. */
export const InboxQuery = withOrderedPeriods(
  z
    .object({
      ...proposalFields,
      mine: boolean
        .optional()
        .describe('Only those that you proposed by a form')
        .register(translations, { ru: 'Только те, что вы предложили через форму' }),
      actor: text(255)
        .optional()
        .describe('Only those of this actor, such as portfolio_token:1')
        .register(translations, { ru: 'Только предложения этого автора, например portfolio_token:1' }),
      canon_rule_id: Reference.optional()
        .describe('Only those that this canon rule held or warned about')
        .register(translations, {
          ru: 'Только те, что задержало или о которых предупредило это правило канона',
        }),
      record_id: Reference.optional()
        .describe('Only those that change this record. Requires kind')
        .register(translations, { ru: 'Только те, что меняют эту запись. Нужен вид' }),
      record_title: text(255)
        .optional()
        .describe('Only those that create a record with this title. Requires kind')
        .register(translations, { ru: 'Только те, что создают запись с этим названием. Нужен вид' }),
    })
    .refine(
      ({ kind, record_id, record_title }) => kind !== undefined || (record_id ?? record_title) === undefined,
      {
        path: ['kind'],
        params: { sentence: requiredField() },
        when: isObjectPayload,
      },
    ),
)
type InboxQuery = z.output<typeof InboxQuery>

/** A field of a stored record that a proposal changes, with its values if they are a choice of how the record stands. */
type ChangedField = { name: string; from: unknown; to: unknown }

/** A proposal in a list that people see. */
export type ListedProposal = ProposalRow & {
  title: string
  product_name: string | null
  changed: ChangedField[]
  /** Whether it changes a rule, or how a record stands. */
  is_risky: boolean
}

const isChoice = sql`change.key in (${sql.join(standingChoices.map(sql.lit))})`
const isStanding = sql`change.key in (${standings})`

const changed = sql<ChangedField[]>`(select coalesce(json_agg(json_build_object('name', change.key,
    'from', case when ${isChoice} then change.value -> 'from' end,
    'to', case when ${isChoice} then change.value -> 'to' end) order by ${isStanding} desc, change.key), '[]')
  from jsonb_array_elements(record.targets) as target, jsonb_each(target -> 'changes') as change
  where target ->> 'id' is not null)`

const isRisky = sql<boolean>`(record.operation like 'retract\\_%' or exists (
  select from jsonb_array_elements(record.targets) as target where target ->> 'kind' = 'canon_rule'
    or (target ->> 'id' is not null and exists (select from jsonb_each(target -> 'changes') as change where ${isStanding}))))`

/** A proposal as people see it, with what was sent. */
export type InboxProposal = Omit<ListedProposal, 'targets' | 'conflicts'> &
  Pick<StoredProposal, 'body' | 'preview' | 'phrases' | 'targets'>

/** A proposal with the fields that others have changed since, and the present rows of its records unless it is applied. */
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
          query.actor !== undefined && sql`${actorKeyOf('record.created_by')} = ${param('actor')}`,
          query.canon_rule_id !== undefined &&
            sql`record.rules @> jsonb_build_array(jsonb_build_object('id', ${param('canon_rule_id')}::bigint))`,
          query.record_id !== undefined && aboutRecord('id', sql`${param('record_id')}::bigint`),
          query.record_title !== undefined && aboutRecord('title', sql`${param('record_title')}::text`),
        ]),
      )
      .select([
        ...listedColumns,
        'record.title',
        changed.as('changed'),
        isRisky.as('is_risky'),
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

// A record that a proposal creates has a title but no id yet.
function aboutRecord(name: 'id' | 'title', value: RawBuilder<unknown>) {
  const isNew = name === 'title' ? sql`, 'id', null` : sql``
  return sql`record.targets @> jsonb_build_array(jsonb_build_object(
    'kind', replace(${param('kind')}, '-', '_'), ${sql.lit(name)}, ${value}${isNew}))`
}

/** Returns a page of proposals: the waiting ones first, the oldest first. */
export function listInbox(read: Read, { mine, ...query }: InboxQuery & PageRequest, person: Person) {
  return reads.list(read, { ...query, ...(mine && { person_id: person.id }) })
}

/** Returns one proposal by id; throws `not_found`. */
export async function readProposalState(read: Read, id: number): Promise<ProposalState> {
  const [row, { conflicts, ...sent }] = [await reads.one(read, id), await readSent(read, id)]
  const targets = row.status === 'applied' ? [] : sent.targets
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

const selectPending = statement(
  'inbox.pending',
  {},
  () => sql<{ count: number }>`select ${countOfPending} as count`,
)

/** Returns the number of proposals that wait for a person. */
export async function countPending(read: Read): Promise<number> {
  return (await readRow(read, selectPending({}))).count
}

/** Returns the proposals that may still change a record, the oldest first. */
export function listOpenOf(read: Read, record: { kind: KindName; id: number }) {
  return read(selectOpenOf(record))
}

/** The number of operations of a batch, null for any other proposal, as SQL. */
export const operationCount = sql<
  number | null
>`case when action = 'batch' then jsonb_array_length(targets) end`

const selectOpenOf = statement('inbox.open_of_record', { kind: 'task', id: 7 }, () =>
  db
    .selectFrom('proposals as record')
    .where(isOpen)
    .where(
      sql<boolean>`record.targets @> jsonb_build_array(jsonb_build_object('kind', ${param('kind')}::text, 'id', ${param('id')}::bigint))`,
    )
    .select(['record.id', 'record.created_by', operationCount.as('operations'), currentStatus.as('status')])
    .orderBy('record.id'),
)
