import type { Kind } from '../kind.ts'

export const app = {
  about: 'Implementations of a product on a platform.',
  table: 'apps',
  title: 'name',
  hasSlug: true,
  hasDirection: true,
  parameter: 'mobileApp',
  search: [
    'name',
    'slug',
    'package_id',
    'bundle_id',
    'store_url',
    'product_candidate_name',
    'portfolio_note',
  ],
  names: ['name', 'slug', 'package_id', 'bundle_id'],
  places: ['product_id'],
  status: 'implementation_status',
  withdrawnStatus: 'retired',
  canRetract: false,
} as const satisfies Kind
