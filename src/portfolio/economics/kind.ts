import type { Kind } from '../kind.ts'

export const economics = {
  about: 'Economics summaries of a product or a direction for one period. Append-only.',
  table: 'economics',
  title: 'title',
  hasSlug: false,
  hasDirection: true,
  parameter: 'id',
  search: [
    'title',
    'conclusion',
    'acquisition_summary',
    'behavior_summary',
    'store_confirmation_summary',
    'roi_summary',
  ],
  names: [],
  places: ['product_id'],
  status: 'economics_status',
  withdrawnStatus: null,
  canRetract: true,
} as const satisfies Kind
