import type { Kind } from '../kind.ts'

export const canonRule = {
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
} as const satisfies Kind
