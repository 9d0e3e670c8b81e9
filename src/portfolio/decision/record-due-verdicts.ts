import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { systemActor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { addEntries } from '../../journal/save.ts'
import { verdictDue } from '../urgency.ts'
import { decisions } from './decision.ts'

/**
 * Writes that a verdict is due to the history of each decision for which it became due by a day before `today`: once for
 * each day by which the decision expected a result. Several servers may run it. Returns how many entries it wrote.
 */
export async function recordDueVerdicts(em: EntityManager, today: string): Promise<number> {
  const due = await readInTransaction(em)(insertDue({ today }))
  for (const [by, verdicts] of Map.groupBy(due, ({ expected_by }) => expected_by)) {
    const actor = { ...systemActor, reason: `A result was expected by ${by}.` }
    const entries = verdicts.map(({ decision_id: id }) => ({ id, event: 'verdict_due', changes: {} }))
    await addEntries(em, actor, decisions, entries)
  }
  return due.length
}

// A decision that is being changed is left for the next run, because the change may judge or cancel it. Of two servers,
// the second waits for the first at the key of the table, and inserts nothing.
const insertDue = statement(
  'due_verdicts.insert',
  { today: '2026-11-29' },
  () => sql<{ decision_id: number; expected_by: string }>`
    with due as materialized (
      select record.id as decision_id, passed.by as expected_by
      from decisions as record
        cross join lateral (
          select distinct (expectation->>'by')::date as by from jsonb_array_elements(record.expected) as expectation
          where (expectation->>'by')::date < ${param('today')}::date
        ) as passed
      where ${verdictDue}
        and not exists (select from due_verdicts where decision_id = record.id and expected_by = passed.by)
      for share of record skip locked
    ), inserted as (
      insert into due_verdicts (decision_id, expected_by)
      select decision_id, expected_by from due order by expected_by, decision_id
      on conflict do nothing
      returning decision_id, expected_by
    )
    select decision_id, expected_by from inserted order by expected_by, decision_id`,
)
