import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { daysFromToday } from '../../record/rules/day.ts'
import type { App } from '../app/read.ts'
import type { NewDecision } from '../decision/decision-with-tasks.ts'
import { changeDecision, createDecision } from '../decision/writes.ts'
import { unconditional } from '../operation.ts'
import { inThePast } from './past.ts'
import type { StoryDecision } from './story.ts'

/** The records of a story that others can rest on, by their titles. */
export type Evidence = Map<string, NonNullable<NewDecision['evidence']>[number]>

/** What the decisions of a story are about: the evidence that they name by its title, and the apps that they measure. */
export type DecisionContext = { evidence?: Evidence; apps?: App[] }

/**
 * Adds a decision as it was made `ago` days ago, with the expectations of that day, and with the outcome by `person` if
 * its story has one.
 */
export async function addDecision(
  em: EntityManager,
  { actor, person }: { actor: Actor; person: Actor },
  { ago, tasks = [], expected = [], judged, ...values }: StoryDecision,
  { evidence = new Map(), apps = [] }: DecisionContext = {},
): Promise<void> {
  const input = {
    ...resolveEvidence(values, evidence),
    tasks: tasks.map((task) => resolveEvidence(task, evidence)),
    expected: expected.map(({ after, platform, ...entry }) => {
      const app = apps.find((found) => found.platform === platform)
      return { ...entry, by: daysFromToday(after), ...(app && { app_id: app.id }) }
    }),
  }
  const { id } = await inThePast(em, ago, async (part) => (await createDecision(part, actor, input)).record)
  await backdateExpectations(em, id, ago)
  if (!judged) return
  const { ago: judgedAgo, ...outcome } = judged
  await inThePast(em, judgedAgo, (part) => changeDecision(part, person, id, outcome, unconditional))
}

/** Replaces the titles of the evidence by references to the records. */
export function resolveEvidence<T extends { evidence?: string[] }>(
  { evidence: titles = [], ...values }: T,
  known: Evidence,
) {
  const evidence = titles.map((title) => {
    const item = known.get(title)
    if (!item) throw new Error(`The demo data has no record "${title}" before the one that rests on it.`)
    return item
  })
  return { ...values, evidence }
}

// A new expectation ends after today. It is moved into the past together with its decision.
async function backdateExpectations(em: EntityManager, id: number, ago: number): Promise<void> {
  const moved = (list: string) => sql`(
    select coalesce(jsonb_agg(jsonb_set(entry, '{by}', to_jsonb((entry->>'by')::date - ${ago}::int)) order by position), '[]')
    from jsonb_array_elements(${sql.raw(list)}) with ordinality as listed (entry, position)
  )`
  const db = em.getKysely()
  await sql`update decisions set expected = ${moved('expected')} where id = ${id} and expected <> '[]'`.execute(
    db,
  )
  await sql`
    update history set changes = jsonb_set(changes, '{expected,to}', ${moved(`changes->'expected'->'to'`)})
    where record_type = 'decision' and record_id = ${id} and changes ? 'expected'
  `.execute(db)
}
