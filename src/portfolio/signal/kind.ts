import type { Kind } from '../kind.ts'

/** A growth point, a problem or a risk. */
export const signal = {
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
} as const satisfies Kind
