import type { Language } from '../language/languages.ts'
import type { Enumeration } from '../record/rules/enumeration.ts'

/** What is static about a kind of portfolio record. */
export type Kind = {
  label: Readonly<Record<Language, string>>
  /** What its records are, in a sentence. */
  about: string
  table: string
  /** The column that names a record. */
  title: 'name' | 'title'
  hasSlug: boolean
  /** Whether the table has a `direction_id`, so that `direction map` moves its rows. */
  hasDirection: boolean
  /** The name of the id or slug in the paths of its routes. Null if it has no routes of its own. */
  parameter: string | null
  /**
   * The texts that the search reads, the title first: a match there ranks first. The column `search` of the table is
   * generated from them (search/column.ts). Null if the search does not return such records.
   */
  search: readonly string[] | null
  /**
   * The columns in which a search also finds a part of a word. If there are none, the search over all records finds parts
   * of words in the title.
   */
  names: readonly string[]
  /** The columns with the place of a record, whose names count among its words. */
  places: readonly ('product_id' | 'app_id')[]
  /** The column with the status of a record; null if it has none. */
  status: string | null
  /** The status that a withdrawn record gets. Null if it is retracted instead, or is never withdrawn. */
  withdrawnStatus: string | null
  /** Whether its records can be retracted. Lists, searches and counts leave retracted ones out. */
  canRetract: boolean
  /** The keys of one record and of a list in answers, if they are not the kind and the table. */
  answerKeys?: { one: string; many: string }
}

/** What is static about every kind of portfolio record, by the name that history and the change feed use. */
export const kinds = {
  direction: {
    label: { en: 'Direction', ru: 'Направление' },
    about: 'Lines of business, the top layer of the portfolio.',
    table: 'directions',
    title: 'name',
    hasSlug: true,
    hasDirection: false,
    parameter: null,
    search: null,
    names: ['name', 'slug'],
    places: [],
    status: 'status',
    withdrawnStatus: null,
    canRetract: false,
  },
  product: {
    label: { en: 'Product', ru: 'Продукт' },
    about: 'Products of a direction, each with its portfolio status and focus.',
    table: 'products',
    title: 'name',
    hasSlug: true,
    hasDirection: true,
    parameter: 'product',
    search: [
      'name',
      'slug',
      'summary',
      'monetization_model',
      'health_summary',
      'risk_summary',
      'growth_chance',
      'next_step',
    ],
    names: ['name', 'slug'],
    places: [],
    status: 'portfolio_status',
    withdrawnStatus: 'archived',
    canRetract: false,
  },
  app: {
    label: { en: 'App', ru: 'Приложение' },
    about: 'Implementations of a product on a platform.',
    table: 'apps',
    title: 'name',
    hasSlug: true,
    hasDirection: true,
    parameter: 'mobileApp',
    search: [
      'name',
      'slug',
      'package_id',
      'bundle_id',
      'store_url',
      'product_candidate_name',
      'portfolio_note',
    ],
    names: ['name', 'slug', 'package_id', 'bundle_id'],
    places: ['product_id'],
    status: 'implementation_status',
    withdrawnStatus: 'retired',
    canRetract: false,
  },
  signal: {
    label: { en: 'Signal', ru: 'Сигнал' },
    about: 'Growth points, problems and risks of a product, an app or a direction.',
    table: 'signals',
    title: 'title',
    hasSlug: false,
    hasDirection: true,
    parameter: 'id',
    search: ['title', 'body', 'recommended_action', 'resolution'],
    names: [],
    places: ['product_id', 'app_id'],
    status: 'status',
    withdrawnStatus: 'dismissed',
    canRetract: false,
  },
  insight: {
    label: { en: 'Insight', ru: 'Вывод' },
    about: 'Conclusions about products, apps and directions. Append-only.',
    table: 'insights',
    title: 'title',
    hasSlug: false,
    hasDirection: true,
    parameter: 'id',
    search: ['title', 'body'],
    names: [],
    places: ['product_id', 'app_id'],
    status: null,
    withdrawnStatus: null,
    canRetract: true,
  },
  economics: {
    label: { en: 'Economics', ru: 'Экономика' },
    about: 'Economics summaries of a product or a direction for one period. Append-only.',
    table: 'economics',
    title: 'title',
    hasSlug: false,
    hasDirection: true,
    parameter: 'id',
    search: [
      'title',
      'conclusion',
      'acquisition_summary',
      'behavior_summary',
      'store_confirmation_summary',
      'roi_summary',
    ],
    names: [],
    places: ['product_id'],
    status: 'economics_status',
    withdrawnStatus: null,
    canRetract: true,
  },
  decision: {
    label: { en: 'Decision', ru: 'Решение' },
    about: 'Decisions about products, apps and directions, with their tasks.',
    table: 'decisions',
    title: 'title',
    hasSlug: false,
    hasDirection: true,
    parameter: 'id',
    search: ['title', 'decision', 'rationale'],
    names: [],
    places: ['product_id', 'app_id'],
    status: 'status',
    withdrawnStatus: 'cancelled',
    canRetract: false,
  },
  task: {
    label: { en: 'Task', ru: 'Задача' },
    about: 'Tasks that follow from decisions, products, apps and directions.',
    table: 'tasks',
    title: 'title',
    hasSlug: false,
    hasDirection: true,
    parameter: 'id',
    search: ['title', 'note'],
    names: [],
    places: ['product_id', 'app_id'],
    status: 'status',
    withdrawnStatus: 'cancelled',
    canRetract: false,
  },
  canon_rule: {
    label: { en: 'Canon rule', ru: 'Правило канона' },
    about: 'Rules for a direction, for a product or for the entire portfolio.',
    table: 'canon_rules',
    title: 'title',
    hasSlug: false,
    hasDirection: true,
    parameter: 'canonRule',
    search: ['title', 'body'],
    names: [],
    places: ['product_id'],
    status: 'status',
    withdrawnStatus: 'archived',
    canRetract: false,
    answerKeys: { one: 'rule', many: 'rules' },
  },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof kinds

// `as`, because Object.keys is typed string[].
export const kindNames = Object.keys(kinds) as [KindName, ...KindName[]]

/** A kind of record with routes of its own. */
export type RoutedKind = Exclude<KindName, 'direction'>

export const routedKinds = kindNames.filter((kind): kind is RoutedKind => kind !== 'direction')

type Hyphenated<Name extends string> = Name extends `${infer First}_${infer Rest}` ? `${First}-${Rest}` : Name

/** The name of a kind with routes in queries, results, tokens and expressions of guards: `canon-rule`. */
export type ApiName = Hyphenated<RoutedKind>

/** Returns the name of a kind in queries, results, tokens and expressions of guards: `canon-rule`. */
export function apiName(kind: KindName): string {
  return kind.replaceAll('_', '-')
}

/** The names of all kinds with routes of their own. A token which proposes can be allowed to write them at once. */
export const apiNames = routedKinds.map(apiName) as ApiName[]

/** The labels of all kinds, by their names in queries. */
export const kindLabels = Object.fromEntries(
  kindNames.map((kind) => {
    const { en, ru } = kinds[kind].label
    return [apiName(kind), { en: [en], ru: [ru] }]
  }),
) satisfies Enumeration

/** Returns the kind with this name. */
export const kindOfApiName = (name: string) => name.replaceAll('-', '_') as KindName

/** Returns the path of the routes of a kind of record below `/api/portfolio`: `canon-rules`. */
export function routePath(kind: KindName): string {
  return kinds[kind].table.replaceAll('_', '-')
}

/** Returns the keys of one record and of a list in answers: `rule` and `rules`. */
export function answerKeys(kind: KindName): { one: string; many: string } {
  const { table, answerKeys }: Kind = kinds[kind]
  return answerKeys ?? { one: kind, many: table }
}
