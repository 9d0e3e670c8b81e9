import type { Kind } from '../kind.ts'

export const signal = {
  about: 'Growth points, problems and risks of a product, an app or a direction.',
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
