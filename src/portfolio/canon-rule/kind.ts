import type { Kind } from '../kind.ts'

/** A rule for managing the portfolio. */
export const canonRule = {
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
} as const satisfies Kind
