import type { Kind } from '../kind.ts'

export const task = {
  about: 'Tasks that follow from decisions, products, apps and directions.',
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
