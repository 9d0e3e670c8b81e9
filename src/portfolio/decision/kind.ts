import type { Kind } from '../kind.ts'

export const decision = {
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
} as const satisfies Kind
