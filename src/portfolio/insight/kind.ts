import type { Kind } from '../kind.ts'

export const insight = {
  about: 'Conclusions about products, apps and directions. Append-only.',
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
