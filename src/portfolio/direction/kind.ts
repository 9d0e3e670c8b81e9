import type { Kind } from '../kind.ts'

export const direction = {
  about: 'Lines of business, the top layer of the portfolio.',
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
