import type { Kind } from '../kind.ts'

/** A line of business, the top layer of the portfolio. */
export const direction = {
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
} as const satisfies Kind
