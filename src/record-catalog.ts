import type { EntitySchema } from '@mikro-orm/core'
import { tokens } from './access/token.ts'
import { User, users } from './access/user.ts'
import { AgentChange, agents } from './assistant/agent/agent.ts'
import { BugChange, bugs } from './assistant/bug/bug.ts'
import { ImprovementChange, improvements } from './assistant/improvement/improvement.ts'
import { ServiceChange, services } from './assistant/service/service.ts'
import { ServiceTaskChange, serviceTasks } from './assistant/service-task/service-task.ts'
import { ApplicationChange, applications } from './operations/application/application.ts'
import { CompanyChange, companies } from './operations/company/company.ts'
import { ContactChange, contacts } from './operations/contact/contact.ts'
import { KeywordChange, keywords } from './operations/keyword/keyword.ts'
import { StrategyChange, strategies } from './operations/strategy/strategy.ts'
import { AppChange, apps } from './portfolio/app/app.ts'
import { CanonRuleChange, canonRules } from './portfolio/canon-rule/canon-rule.ts'
import { CompetitorChange, competitors } from './portfolio/competitor/competitor.ts'
import { CompetitorReviewChange, competitorReviews } from './portfolio/competitor-review/competitor-review.ts'
import { DecisionChange, decisions } from './portfolio/decision/decision.ts'
import { directions } from './portfolio/direction/direction.ts'
import { economics } from './portfolio/economics/economics.ts'
import { insights } from './portfolio/insight/insight.ts'
import { KeywordPositionChange, keywordPositions } from './portfolio/keyword-position/keyword-position.ts'
import { titlesIndex } from './portfolio/list/title-search.ts'
import { ProductChange, products } from './portfolio/product/product.ts'
import { SignalChange, signals } from './portfolio/signal/signal.ts'
import { StoreTruthChange, storeTruth } from './portfolio/store-truth/store-truth.ts'
import { TaskChange, tasks } from './portfolio/task/task.ts'
import { uncommonName } from './record/text-search/text-search.ts'

type Kind = {
  // biome-ignore lint/suspicious/noExplicitAny: entities of every kind
  entity: EntitySchema<any>
  /** The path of the list below `/admin`. Null for tokens, which have a list for each prefix. */
  collection: string | null
  /** The column that names a record. */
  title: string
  /** The columns that the search over all records looks into. It shows the first of them that is not null. */
  search: string[]
  /** The column with the day of a record, which distinguishes records with one title. */
  day?: string | null
  /** The fields that a change may set. */
  settable?: { shape: object }
  /** Only admins may see these records. */
  adminOnly?: boolean
}

/** A kind of record, with its table and whether the table has certain columns and indexes. */
export type CatalogEntry = Required<Kind> & {
  table: string
  /** Whether the table has indexes for the search in titles (`titleIndexes`). */
  titlesIndexed: boolean
  /** Whether the searched columns have the indexes for texts without a trigram (`rareIndex`, `uncommonIndex`). */
  shortTextsIndexed: boolean
  /** Whether the records have a platform, which distinguishes records with one title. */
  hasPlatform: boolean
  /** Whether deleted records keep their row. */
  softDeleted: boolean
}

const kinds: Kind[] = [
  { entity: directions, collection: 'directions', title: 'name', search: ['name', 'slug'] },
  {
    entity: products,
    collection: 'products',
    title: 'name',
    search: ['name', 'slug'],
    settable: ProductChange,
  },
  {
    entity: apps,
    collection: 'apps',
    title: 'name',
    search: ['name', 'slug', 'package_id', 'bundle_id'],
    settable: AppChange,
  },
  { entity: signals, collection: 'signals', title: 'title', search: ['title'], settable: SignalChange },
  { entity: insights, collection: 'insights', title: 'title', search: ['title'] },
  { entity: economics, collection: 'economics', title: 'title', search: ['title'] },
  {
    entity: decisions,
    collection: 'decisions',
    title: 'title',
    search: ['title'],
    settable: DecisionChange,
  },
  { entity: tasks, collection: 'tasks', title: 'title', search: ['title'], settable: TaskChange },
  {
    entity: canonRules,
    collection: 'canon-rules',
    title: 'title',
    search: ['title'],
    settable: CanonRuleChange,
  },
  {
    entity: competitors,
    collection: 'competitors',
    title: 'name',
    search: ['name'],
    settable: CompetitorChange,
  },
  {
    entity: competitorReviews,
    collection: 'competitor-reviews',
    title: 'body',
    search: ['body', 'author'],
    day: 'reviewed_at',
    settable: CompetitorReviewChange,
  },
  {
    entity: keywordPositions,
    collection: 'keyword-positions',
    title: 'keyword',
    search: ['keyword'],
    day: 'date',
    settable: KeywordPositionChange,
  },
  {
    entity: storeTruth,
    collection: 'store-truth',
    title: 'date',
    search: ['title', 'subtitle'],
    day: 'date',
    settable: StoreTruthChange,
  },
  {
    entity: applications,
    collection: 'applications',
    title: 'name',
    search: ['name', 'native_id'],
    settable: ApplicationChange,
  },
  { entity: companies, collection: 'companies', title: 'name', search: ['name'], settable: CompanyChange },
  {
    entity: contacts,
    collection: 'contacts',
    title: 'name',
    search: ['name', 'email', 'phone', 'telegram'],
    settable: ContactChange,
  },
  { entity: strategies, collection: 'strategies', title: 'name', search: ['name'], settable: StrategyChange },
  {
    entity: keywords,
    collection: 'keywords',
    title: 'keyword',
    search: ['keyword'],
    settable: KeywordChange,
  },
  {
    entity: services,
    collection: 'services',
    title: 'name',
    search: ['name', 'slug'],
    settable: ServiceChange,
  },
  {
    entity: improvements,
    collection: 'improvements',
    title: 'title',
    search: ['title'],
    settable: ImprovementChange,
  },
  {
    entity: serviceTasks,
    collection: 'service-tasks',
    title: 'title',
    search: ['title'],
    settable: ServiceTaskChange,
  },
  { entity: bugs, collection: 'bugs', title: 'title', search: ['title'], settable: BugChange },
  { entity: agents, collection: 'agents', title: 'name', search: ['name', 'title'], settable: AgentChange },
  {
    entity: users,
    collection: 'users',
    title: 'name',
    search: ['name', 'email'],
    settable: User.pick({ role: true, status: true }),
    adminOnly: true,
  },
  { entity: tokens, collection: null, title: 'name', search: ['name'], adminOnly: true },
]

/** Every kind of record that has history, by the record type that history stores. */
export const recordCatalog: ReadonlyMap<string, CatalogEntry> = new Map(
  kinds.map((kind) => {
    const { className, tableName, properties, indexes } = kind.entity.meta
    const derived = {
      table: tableName,
      titlesIndexed: indexes.some(({ name }) => name === titlesIndex(tableName)),
      shortTextsIndexed: indexes.some(({ name }) => name === uncommonName(tableName)),
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
