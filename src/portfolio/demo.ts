import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { runInSavepoint } from '../database/transaction.ts'
import { slugOf } from '../record/slug-of.ts'
import { apps } from './app/app.ts'
import type { App } from './app/read.ts'
import { createApp } from './app/writes.ts'
import { canonRules } from './canon-rule/canon-rule.ts'
import { createCanonRule } from './canon-rule/writes.ts'
import { decisions } from './decision/decision.ts'
import type { NewDecision } from './decision/decision-with-tasks.ts'
import { createDecision } from './decision/writes.ts'
import { calm } from './demo/calm.ts'
import { candidate, candidateDecision, directionDecision } from './demo/candidate.ts'
import { canon } from './demo/canon.ts'
import { codes } from './demo/codes.ts'
import { documents } from './demo/documents.ts'
import { family } from './demo/family.ts'
import { fitness } from './demo/fitness.ts'
import { habits } from './demo/habits.ts'
import { addMarket } from './demo/market.ts'
import type { Story, StoryDecision } from './demo/story.ts'
import { utilities } from './demo/utilities.ts'
import { createEconomics } from './economics/writes.ts'
import { createInsight } from './insight/writes.ts'
import { products } from './product/product.ts'
import { createProduct } from './product/writes.ts'
import { createSignal } from './signal/writes.ts'

const stories: Story[] = [utilities, codes, documents, family, fitness, habits, calm].flat()

/** The number of records added, by kind. */
export type PortfolioCounts = Record<
  | 'products'
  | 'apps'
  | 'signals'
  | 'insights'
  | 'economics'
  | 'decisions'
  | 'tasks'
  | 'canon_rules'
  | 'competitors'
  | 'competitor_reviews'
  | 'keyword_positions'
  | 'store_truth',
  number
>

type Written = { id: number; ago: number }[]

/** The records of a story that others can rest on, by their titles. */
type Evidence = Map<string, NonNullable<NewDecision['evidence']>[number]>

/**
 * Adds a believable portfolio, as an agent would have written it over two months. A product that exists already is
 * skipped with all of its records.
 */
export async function fillPortfolio(
  em: EntityManager,
  actor: Actor,
  report: (line: string) => void,
): Promise<PortfolioCounts> {
  const added: PortfolioCounts = {
    products: 0,
    apps: 0,
    signals: 0,
    insights: 0,
    economics: 0,
    decisions: 0,
    tasks: 0,
    canon_rules: 0,
    competitors: 0,
    competitor_reviews: 0,
    keyword_positions: 0,
    store_truth: 0,
  }
  for (const [index, story] of stories.entries()) {
    report(`Product ${index + 1} of ${stories.length}: ${story.product.name}`)
    // The unit of work would otherwise compare all earlier records at every step.
    if (!(await exists(em, story))) await runInSavepoint(em, (part) => addStory(part, actor, story, added))
  }
  if ((await em.count(apps, { name: candidate.name })) === 0) {
    const { record: app } = await createApp(em, actor, candidate)
    added.apps++
    await addDecisions(em, actor, [{ ...candidateDecision, app_id: app.id }], new Map(), added)
  }
  if ((await em.count(decisions, { title: directionDecision.title })) === 0)
    await addDecisions(em, actor, [directionDecision], new Map(), added)
  for (const rule of canon) {
    if ((await em.count(canonRules, { title: rule.title })) > 0) continue
    await createCanonRule(em, actor, rule)
    added.canon_rules++
  }
  return added
}

// By its slug, which a rename does not change, or by its name.
async function exists(em: EntityManager, { product: { name } }: Story): Promise<boolean> {
  return (await em.count(products, { $or: [{ slug: slugOf(name, 'product') }, { name }] })) > 0
}

async function addStory(
  em: EntityManager,
  actor: Actor,
  story: Story,
  added: PortfolioCounts,
): Promise<void> {
  const { record: product } = await createProduct(em, actor, story.product)
  const [product_id, signals, insights]: [number, Written, Written] = [product.id, [], []]
  const evidence: Evidence = new Map()
  added.products++
  const created: App[] = []
  for (const app of story.apps) created.push((await createApp(em, actor, { ...app, product_id })).record)
  added.apps += story.apps.length
  for (const { ago, ...signal } of story.signals ?? []) {
    const { id } = (await createSignal(em, actor, { ...signal, product_id })).record
    signals.push({ id, ago })
    evidence.set(signal.title, { type: 'signal', id })
  }
  for (const { ago, ...insight } of story.insights ?? []) {
    const input = { ...resolveEvidence(insight, evidence), product_id }
    const { id } = (await createInsight(em, actor, input)).record
    insights.push({ id, ago })
    evidence.set(insight.title, { type: 'insight', id })
  }
  for (const summary of story.economics ?? []) await createEconomics(em, actor, { ...summary, product_id })
  const ofProduct = (story.decisions ?? []).map((decision) => ({ ...decision, product_id }))
  await addDecisions(em, actor, ofProduct, evidence, added)
  await em.flush()
  await backdate(em, 'signals', signals)
  await backdate(em, 'insights', insights)
  await addMarket(em, actor, product, created, added)
  added.signals += signals.length
  added.insights += insights.length
  added.economics += story.economics?.length ?? 0
}

async function addDecisions(
  em: EntityManager,
  actor: Actor,
  stories: StoryDecision[],
  evidence: Evidence,
  added: PortfolioCounts,
): Promise<void> {
  const written: Written = []
  for (const { ago, tasks = [], ...values } of stories) {
    const input = {
      ...resolveEvidence(values, evidence),
      tasks: tasks.map((task) => resolveEvidence(task, evidence)),
    }
    written.push({ id: (await createDecision(em, actor, input)).record.id, ago })
    added.decisions++
    added.tasks += tasks.length
  }
  await em.flush()
  await backdate(em, 'decisions', written)
}

// Replaces the titles of the evidence by references to the records.
function resolveEvidence<T extends { evidence?: string[] }>(
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

// Trends compare months, so past records get past dates. A resolved signal was resolved after a third of its age.
async function backdate(em: EntityManager, table: 'signals' | 'insights' | 'decisions', written: Written) {
  const resolved =
    table === 'signals'
      ? sql`, resolved_at = case when resolved_at is not null then now() - ago * interval '16 hours' end`
      : sql``
  await sql`
    update ${sql.table(table)} set created_at = now() - ago * interval '1 day' ${resolved}
    from unnest(${written.map(({ id }) => id)}::bigint[], ${written.map(({ ago }) => ago)}::int[]) as past (past_id, ago)
    where id = past_id
  `.execute(em.getKysely())
}
