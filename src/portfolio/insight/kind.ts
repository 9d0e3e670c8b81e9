import type { Kind } from '../kind.ts'

/** A conclusion. Append-only. */
export const insight = {
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
} as const satisfies Kind
