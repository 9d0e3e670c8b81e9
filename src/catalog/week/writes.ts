import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { statement } from '../../database/statement.ts'
import { actorKey, changesValue, isByProgram, mayUndo } from '../../journal/history.ts'
import { kindNames } from '../../portfolio/kinds.ts'
import { undoes } from '../../portfolio/undone.ts'
import { Provenance } from '../../record/provenance.ts'
import { isInPeriod, type List, maxRows } from './records.ts'

const Count = z.int().min(0)

/** What an agent did in a period, and what people did with it. */
export const AgentWeek = z.object({
  actor: Provenance,
  writes: Count.describe('Changes of records, without those of applied proposals'),
  proposals: Count.describe('Proposals that it made'),
  applied: Count.describe('Its proposals that were applied'),
  rejected: Count,
  undone: Count.describe(
    'Its changes of up to 30 days before that a person set back, withdrew, retracted or deleted',
  ),
})

/** How often a canon rule was changed in a period, and a change of it was proposed. */
export const RuleWeek = z.object({
  id: z.int().nullable().describe('Null for a rule that is only proposed'),
  title: z.string(),
  proposed: Count,
  changed: Count,
})

/** What was written in a period: by each agent, and about each canon rule. */
export type Writes = { agents: List<z.output<typeof AgentWeek>>; rules: List<z.output<typeof RuleWeek>> }

const types = sql.join([...kindNames, 'proposal'].map(sql.lit))

// The entries of the period, without the values that they changed. Read first, so that no index on the authors is used.
const entries = sql`select id, record_type, record_id, event, actor, approved_by, ${mayUndo} as may_undo from history
  where record_type in (${types}) and ${changesValue} and ${isInPeriod('created_at')}`

// What was undone in the period, of the entries of up to 30 days before.
const undone = sql`select distinct on (undone.id) undone.id, undone.actor
  from entry
    join history as undoing on undoing.id = entry.id
    join history as undone on undone.created_at > undoing.created_at - interval '30 days' and ${undoes('undoing', 'undone')}
  where entry.record_type <> 'proposal' and may_undo`

// What agents did, and what people did with it, with the id of an entry of each.
const deeds = sql`
  select id, actor, 'writes' as what from entry where record_type <> 'proposal' and approved_by is null
  union all
  select distinct on (proposals.id) entry.id, entry.actor, 'proposals'
  from entry join proposals on proposals.id = entry.record_id and ${isInPeriod('proposals.created_at')}
  where entry.record_type = 'proposal' and entry.event = 'proposed'
  union all
  select entry.id, proposals.created_by, entry.event
  from entry join proposals on proposals.id = entry.record_id
  where entry.record_type = 'proposal' and entry.event in ('applied', 'rejected')
  union all
  select id, actor, 'undone' from (${undone}) as undone`

const agents = sql`select (array_agg(actor order by id desc))[1] as actor,
    count(*) filter (where what = 'writes') as writes, count(*) filter (where what = 'proposals') as proposals,
    count(*) filter (where what = 'applied') as applied, count(*) filter (where what = 'rejected') as rejected,
    count(*) filter (where what = 'undone') as undone
  from (${deeds}) as deed where ${isByProgram} group by ${actorKey} order by count(*) desc, ${actorKey}`

const rules = sql`select touched.id, coalesce(max(canon_rules.title), max(touched.title)) as title,
    count(distinct proposal_id) as proposed, count(distinct change_id) as changed
  from (
    select record_id as id, null as title, id as at, null::bigint as proposal_id, id as change_id
    from entry where record_type = 'canon_rule'
    union all
    select (target->>'id')::bigint, target->>'title', entry.id, proposals.id, null
    from entry
      join proposals on proposals.id = entry.record_id and ${isInPeriod('proposals.created_at')}
      cross join jsonb_array_elements(proposals.targets) as target
    where entry.record_type = 'proposal' and entry.event = 'proposed' and target->>'kind' = 'canon_rule'
  ) as touched left join canon_rules on canon_rules.id = touched.id
  group by touched.id, case when touched.id is null then touched.title end
  order by max(at) desc`

const list = (rows: typeof rules) => sql`(
  with listed as materialized (${rows})
  select json_build_object('total', (select count(*) from listed), 'rows', coalesce(json_agg(row), '[]'))
  from (select * from listed limit ${sql.lit(maxRows)}) as row
)`

/** The statement of what was written in a period. */
export const selectWrites = statement(
  'week.writes',
  { start: '2026-11-22T23:00:00.000Z', end: '2026-11-29T23:00:00.000Z' },
  () =>
    sql<Writes>`with entry as materialized (${entries}) select ${list(agents)} as agents, ${list(rules)} as rules`,
)

const selectUndone = statement(
  'week.undone',
  { start: '2026-11-22T23:00:00.000Z', end: '2026-11-29T23:00:00.000Z' },
  () =>
    sql<{
      id: number
    }>`with entry as materialized (${entries}) select id from (${undone}) as undone where ${isByProgram}`,
)

/** Returns the ids of the entries of the history, by agents, that were undone from `start` until before `end`. */
export async function listUndone(read: Read, period: { start: string; end: string }): Promise<number[]> {
  return (await read(selectUndone(period))).map(({ id }) => id)
}
