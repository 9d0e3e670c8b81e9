import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../access/actor.ts'
import { requireAdministrator } from '../access/policy.ts'
import { runInSavepoint } from '../database/transaction.ts'
import { slugOf } from '../record/slug-of.ts'
import { apps } from './app/app.ts'
import type { App } from './app/read.ts'
import { createApp } from './app/writes.ts'
import { canonRules } from './canon-rule/canon-rule.ts'
import { createCanonRule } from './canon-rule/writes.ts'
import { decisions } from './decision/decision.ts'
import { addAgents } from './demo/agents.ts'
import { calm } from './demo/calm.ts'
import { candidate, candidateDecision, directionDecision } from './demo/candidate.ts'
import { canon } from './demo/canon.ts'
import { codes } from './demo/codes.ts'
import { addDecision, type DecisionContext, type Evidence, resolveEvidence } from './demo/decisions.ts'
import { documents } from './demo/documents.ts'
import { family } from './demo/family.ts'
import { fitness } from './demo/fitness.ts'
import { habits } from './demo/habits.ts'
import { judgedOfTools } from './demo/judged-tools.ts'
import { judgedOfWellness } from './demo/judged-wellness.ts'
import { addMarket } from './demo/market.ts'
import { inThePast } from './demo/past.ts'
import { demoPerson } from './demo/person.ts'
import type { Story, StoryDecision } from './demo/story.ts'
import { tapeMeasure, utilities } from './demo/utilities.ts'
import { createEconomics } from './economics/writes.ts'
import { setGuard } from './guard/set.ts'
import { createInsight } from './insight/writes.ts'
import { products } from './product/product.ts'
import { createProduct } from './product/writes.ts'
import { createSignal } from './signal/writes.ts'

const basics: Story[] = [utilities, codes, documents, family, fitness, habits, calm].flat()
const judged = { ...judgedOfTools, ...judgedOfWellness }

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
  | 'store_truth'
  | 'tokens'
  | 'proposals',
  number
>

/** Who writes the demo data, who judges and decides in it, and what was added. */
type Context = { actor: Actor; person: Actor; added: PortfolioCounts; withLearning: boolean }

/**
 * `report` receives a line for each product. Without `withLearning`, expectations, judged decisions, guards and agents are left out: the
 * measured answers of earlier versions had none.
 */
export type PortfolioOptions = { report: (line: string) => void; withLearning?: boolean }

/**
 * Adds a believable portfolio, as agents and people would have written it over months. A product that exists already is
 * skipped with all of its records, and then so are the agents, who write about all of them.
 */
export async function fillPortfolio(
  em: EntityManager,
  actor: Actor,
  { report, withLearning = true }: PortfolioOptions,
): Promise<PortfolioCounts> {
  requireAdministrator(actor)
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
    tokens: 0,
    proposals: 0,
  }
  const context = { actor, person: await demoPerson(em, actor), added, withLearning }
  const stories = withLearning ? [...basics, tapeMeasure] : basics
  for (const [index, story] of stories.entries()) {
    report(`Product ${index + 1} of ${stories.length}: ${story.product.name}`)
    // The unit of work would otherwise compare all earlier records at every step.
    if (!(await exists(em, story))) await runInSavepoint(em, (part) => addStory(part, context, story))
  }
  if ((await em.count(apps, { name: candidate.name })) === 0) {
    const { record: app } = await createApp(em, actor, candidate)
    added.apps++
    await addDecisions(em, context, [{ ...candidateDecision, app_id: app.id }])
  }
  if ((await em.count(decisions, { title: directionDecision.title })) === 0)
    await addDecisions(em, context, [directionDecision])
  const rules = await addCanon(em, context)
  if (withLearning && added.products === stories.length)
    await addAgents(em, { ...context, rules }, (table) => {
      added[table as keyof PortfolioCounts]++
    })
  return added
}

// By its slug, which a rename does not change, or by its name.
async function exists(em: EntityManager, { product: { name } }: Story): Promise<boolean> {
  return (await em.count(products, { $or: [{ slug: slugOf(name, 'product') }, { name }] })) > 0
}

async function addStory(em: EntityManager, context: Context, story: Story): Promise<void> {
  const { actor, added, withLearning } = context
  const { record: product } = await createProduct(em, actor, story.product)
  const product_id = product.id
  const evidence: Evidence = new Map()
  added.products++
  const created: App[] = []
  for (const app of story.apps) created.push((await createApp(em, actor, { ...app, product_id })).record)
  added.apps += story.apps.length
  for (const { ago, ...signal } of story.signals ?? []) {
    const { record } = await inThePast(em, ago, (part) =>
      createSignal(part, actor, { ...signal, product_id }),
    )
    evidence.set(signal.title, { type: 'signal', id: record.id })
    added.signals++
  }
  for (const { ago, ...insight } of story.insights ?? []) {
    const input = { ...resolveEvidence(insight, evidence), product_id }
    const { record } = await inThePast(em, ago, (part) => createInsight(part, actor, input))
    evidence.set(insight.title, { type: 'insight', id: record.id })
    added.insights++
  }
  for (const summary of story.economics ?? []) await createEconomics(em, actor, { ...summary, product_id })
  added.economics += story.economics?.length ?? 0
  const ofProduct = [
    ...((withLearning && judged[story.product.name]) || []),
    ...(story.decisions ?? []).map(({ expected, ...decision }) => ({
      ...decision,
      ...(withLearning && expected && { expected }),
    })),
  ]
  await addDecisions(
    em,
    context,
    ofProduct.map((decision) => ({ ...decision, product_id })),
    {
      evidence,
      apps: created,
    },
  )
  await addMarket(em, actor, product, created, added)
}

async function addDecisions(
  em: EntityManager,
  { added, ...people }: Context,
  stories: StoryDecision[],
  context?: DecisionContext,
): Promise<void> {
  for (const story of stories) {
    await addDecision(em, people, story, context)
    added.decisions++
    added.tasks += story.tasks?.length ?? 0
  }
}

// Returns the ids of the added rules by their titles. A guard is set later than its rule was written.
async function addCanon(
  em: EntityManager,
  { actor, added, withLearning }: Context,
): Promise<Map<string, number>> {
  const rules = new Map<string, number>()
  for (const { guard, ...rule } of canon) {
    if (guard && !withLearning) continue
    if ((await em.count(canonRules, { title: rule.title })) > 0) continue
    const { id } = (await createCanonRule(em, actor, rule)).record
    rules.set(rule.title, id)
    added.canon_rules++
    if (!guard) continue
    const { ago, ...form } = guard
    await inThePast(em, ago, (part) => setGuard(part, actor, id, form))
  }
  return rules
}
