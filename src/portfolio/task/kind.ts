import type { Kind } from '../kind.ts'

/** A task that follows from a decision, a product, an app or a direction. */
export const task = {
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
} as const satisfies Kind
