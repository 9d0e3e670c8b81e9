import type { EntitySchema } from '@mikro-orm/core'
import { tokens } from '../access/token.ts'
import { User, users } from '../access/user.ts'
import { AgentChange, agents } from '../assistant/agent/agent.ts'
import { BugChange, bugs } from '../assistant/bug/bug.ts'
import { ImprovementChange, improvements } from '../assistant/improvement/improvement.ts'
import { ServiceChange, services } from '../assistant/service/service.ts'
import { ServiceTaskChange, serviceTasks } from '../assistant/service-task/service-task.ts'
import { ApplicationChange, applications } from '../operations/application/application.ts'
import { CompanyChange, companies } from '../operations/company/company.ts'
import { ContactChange, contacts } from '../operations/contact/contact.ts'
import { KeywordChange, keywords } from '../operations/keyword/keyword.ts'
import { StrategyChange, strategies } from '../operations/strategy/strategy.ts'
import { AppChange, apps } from '../portfolio/app/app.ts'
import { CanonRuleChange, canonRules } from '../portfolio/canon-rule/canon-rule.ts'
import { CompetitorChange, competitors } from '../portfolio/competitor/competitor.ts'
import {
  CompetitorReviewChange,
  competitorReviews,
} from '../portfolio/competitor-review/competitor-review.ts'
import { DecisionChange, decisions } from '../portfolio/decision/decision.ts'
import { directions } from '../portfolio/direction/direction.ts'
import { economics } from '../portfolio/economics/economics.ts'
import { insights } from '../portfolio/insight/insight.ts'
import { KeywordPositionChange, keywordPositions } from '../portfolio/keyword-position/keyword-position.ts'
import { type KindName, kinds as portfolioKinds } from '../portfolio/kinds.ts'
import { ProductChange, products } from '../portfolio/product/product.ts'
import { proposals } from '../portfolio/proposal/proposal.ts'
import { SignalChange, signals } from '../portfolio/signal/signal.ts'
import { StoreTruthChange, storeTruth } from '../portfolio/store-truth/store-truth.ts'
import { TaskChange, tasks } from '../portfolio/task/task.ts'

type Kind = {
  // biome-ignore lint/suspicious/noExplicitAny: entities of every kind
  entity: EntitySchema<any>
  /** The column that names a record. */
  title: string
  /**
   * The columns that the search over all records looks into. It shows the first of them that is not null. Empty if it does
   * not return such records.
   */
  search: string[]
  /** The column with the day of a record, which distinguishes records with one title. */
  day?: string | null
  /** The fields that a change may set. */
  settable?: { shape: object }
  /** Only admins may see these records. */
  adminOnly?: boolean
}

/** A kind of record, with its table and whether the table has certain columns. */
export type CatalogEntry = Required<Kind> & {
  table: string
  /** Whether the records have a platform, which distinguishes records with one title. */
  hasPlatform: boolean
  /** Whether deleted records keep their row. */
  softDeleted: boolean
}

const kinds: Kind[] = [
  ofPortfolio(directions),
  ofPortfolio(products, ProductChange),
  ofPortfolio(apps, AppChange),
  ofPortfolio(signals, SignalChange),
  ofPortfolio(insights),
  ofPortfolio(economics),
  ofPortfolio(decisions, DecisionChange),
  ofPortfolio(tasks, TaskChange),
  ofPortfolio(canonRules, CanonRuleChange),
  {
    entity: competitors,
    title: 'name',
    search: ['name'],
    settable: CompetitorChange,
  },
  {
    entity: competitorReviews,
    title: 'body',
    search: ['body', 'author'],
    day: 'reviewed_at',
    settable: CompetitorReviewChange,
  },
  {
    entity: keywordPositions,
    title: 'keyword',
    search: ['keyword'],
    day: 'date',
    settable: KeywordPositionChange,
  },
  {
    entity: storeTruth,
    title: 'date',
    search: ['title', 'subtitle'],
    day: 'date',
    settable: StoreTruthChange,
  },
  {
    entity: applications,
    title: 'name',
    search: ['name', 'native_id'],
    settable: ApplicationChange,
  },
  { entity: companies, title: 'name', search: ['name'], settable: CompanyChange },
  {
    entity: contacts,
    title: 'name',
    search: ['name', 'email', 'phone', 'telegram'],
    settable: ContactChange,
  },
  { entity: strategies, title: 'name', search: ['name'], settable: StrategyChange },
  {
    entity: keywords,
    title: 'keyword',
    search: ['keyword'],
    settable: KeywordChange,
  },
  {
    entity: services,
    title: 'name',
    search: ['name', 'slug'],
    settable: ServiceChange,
  },
  {
    entity: improvements,
    title: 'title',
    search: ['title'],
    settable: ImprovementChange,
  },
  {
    entity: serviceTasks,
    title: 'title',
    search: ['title'],
    settable: ServiceTaskChange,
  },
  { entity: bugs, title: 'title', search: ['title'], settable: BugChange },
  { entity: agents, title: 'name', search: ['name', 'title'], settable: AgentChange },
  {
    entity: users,
    title: 'name',
    search: ['name', 'email'],
    settable: User.pick({ role: true, status: true }),
    adminOnly: true,
  },
  { entity: proposals, title: 'title', search: [] },
  { entity: tokens, title: 'name', search: ['name'], adminOnly: true },
]

// biome-ignore lint/suspicious/noExplicitAny: entities of every kind
function ofPortfolio(entity: EntitySchema<any>, settable?: Kind['settable']): Kind {
  const { title, names } = portfolioKinds[entity.meta.className as KindName]
  return { entity, title, search: names.length > 0 ? [...names] : [title], ...(settable && { settable }) }
}

/** Every kind of record that has history, by the record type that history stores. */
export const recordCatalog: ReadonlyMap<string, CatalogEntry> = new Map(
  kinds.map((kind) => {
    const { className, tableName, properties } = kind.entity.meta
    const derived = {
      table: tableName,
      hasPlatform: 'platform' in properties,
      softDeleted: 'deleted_at' in properties,
    }
    return [className, { settable: { shape: {} }, adminOnly: false, day: null, ...kind, ...derived }]
  }),
)

/** The types of the records that only admins may see. */
export const adminOnlyTypes: string[] = [...recordCatalog].flatMap(([type, { adminOnly }]) =>
  adminOnly ? [type] : [],
)
