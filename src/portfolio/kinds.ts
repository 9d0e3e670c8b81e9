/** One kind of portfolio record, by the name that history and the change feed use. */
type Kind = {
  table: string
  /** The column that names a record. */
  title: 'name' | 'title'
  hasSlug: boolean
  /** Whether the table has a `direction_id`, so that `direction map` moves its rows. */
  hasDirection: boolean
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
  /** Whether its records can be retracted. Lists, searches and counts leave retracted ones out. */
  canRetract: boolean
}

/**
 * Every kind of portfolio record. The change feed, `direction map`, the searches and the answers of MCP are
 * derived from this list.
 */
export const kinds = {
  direction: {
    table: 'directions',
    title: 'name',
    hasSlug: true,
    hasDirection: false,
    search: null,
    names: ['name', 'slug'],
    places: [],
    status: 'status',
    canRetract: false,
  },
  product: {
    table: 'products',
    title: 'name',
    hasSlug: true,
    hasDirection: true,
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
    canRetract: false,
  },
  app: {
    table: 'apps',
    title: 'name',
    hasSlug: true,
    hasDirection: true,
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
    canRetract: false,
  },
  signal: {
    table: 'signals',
    title: 'title',
    hasSlug: false,
    hasDirection: true,
    search: ['title', 'body', 'recommended_action', 'resolution'],
    names: [],
    places: ['product_id', 'app_id'],
    status: 'status',
    canRetract: false,
  },
  insight: {
    table: 'insights',
    title: 'title',
    hasSlug: false,
    hasDirection: true,
    search: ['title', 'body'],
    names: [],
    places: ['product_id', 'app_id'],
    status: null,
    canRetract: true,
  },
  economics: {
    table: 'economics',
    title: 'title',
    hasSlug: false,
    hasDirection: true,
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
    canRetract: true,
  },
  decision: {
    table: 'decisions',
    title: 'title',
    hasSlug: false,
    hasDirection: true,
    search: ['title', 'decision', 'rationale'],
    names: [],
    places: ['product_id', 'app_id'],
    status: 'status',
    canRetract: false,
  },
  task: {
    table: 'tasks',
    title: 'title',
    hasSlug: false,
    hasDirection: true,
    search: ['title', 'note'],
    names: [],
    places: ['product_id', 'app_id'],
    status: 'status',
    canRetract: false,
  },
  canon_rule: {
    table: 'canon_rules',
    title: 'title',
    hasSlug: false,
    hasDirection: true,
    search: ['title', 'body'],
    names: [],
    places: ['product_id'],
    status: 'status',
    canRetract: false,
  },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof kinds

/** A kind of record with routes of its own. */
type RoutedKind = Exclude<KindName, 'direction'>

/** Returns the kind of the records whose routes begin with this path below `/api/portfolio`, such as `/signals/{id}`. */
export function kindAt(path: string): RoutedKind {
  const [, folder = ''] = path.split('/')
  const names = Object.keys(kinds) as RoutedKind[]
  const found = names.find((name) => kinds[name].table === folder.replaceAll('-', '_'))
  if (!found) throw new Error(`The path ${path} belongs to no kind of record.`)
  return found
}
