import type { Kind } from '../kind.ts'

/** An economics summary for one period. Append-only. */
export const economics = {
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
