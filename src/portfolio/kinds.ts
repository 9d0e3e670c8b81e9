/** One kind of portfolio record, by the name that history and the change feed use. */
type Kind = {
  table: string
  /** The keys of one record and of a list in answers. */
  key: string
  listKey: string
  /** The path of one record below `/api/portfolio`, and whether it ends in the slug or the id; null without such a route. */
  route: { path: string; by: 'slug' | 'id' } | null
  /** Whether the table has a `direction_id`, so that `direction map` moves its rows. */
  hasDirection: boolean
}

/** Every kind of portfolio record. The change feed, `direction map` and the MCP answers take theirs from this list. */
export const kinds = {
  direction: {
    table: 'directions',
    key: 'direction',
    listKey: 'directions',
    route: null,
    hasDirection: false,
  },
  product: {
    table: 'products',
    key: 'product',
    listKey: 'products',
    route: { path: 'products', by: 'slug' },
    hasDirection: true,
  },
  app: {
    table: 'apps',
    key: 'app',
    listKey: 'apps',
    route: { path: 'apps', by: 'slug' },
    hasDirection: true,
  },
  signal: {
    table: 'signals',
    key: 'signal',
    listKey: 'signals',
    route: { path: 'signals', by: 'id' },
    hasDirection: true,
  },
  insight: {
    table: 'insights',
    key: 'insight',
    listKey: 'insights',
    route: { path: 'insights', by: 'id' },
    hasDirection: true,
  },
  economics: {
    table: 'economics',
    key: 'economics',
    listKey: 'economics',
    route: { path: 'economics', by: 'id' },
    hasDirection: true,
  },
  decision: {
    table: 'decisions',
    key: 'decision',
    listKey: 'decisions',
    route: { path: 'decisions', by: 'id' },
    hasDirection: false,
  },
  task: {
    table: 'tasks',
    key: 'task',
    listKey: 'tasks',
    route: { path: 'tasks', by: 'id' },
    hasDirection: true,
  },
  canon_rule: {
    table: 'canon_rules',
    key: 'rule',
    listKey: 'rules',
    route: { path: 'canon-rules', by: 'id' },
    hasDirection: true,
  },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof kinds
