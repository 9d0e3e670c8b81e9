import type { Kind } from '../kind.ts'

/** A decision, with its tasks. */
export const decision = {
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
