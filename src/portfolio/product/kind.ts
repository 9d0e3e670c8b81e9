import type { Kind } from '../kind.ts'

export const product = {
  about: 'Products of a direction, each with its portfolio status and focus.',
  table: 'products',
  title: 'name',
  hasSlug: true,
  hasDirection: true,
  parameter: 'product',
  search: [
    'name',
    'slug',
    'summary',
    'monetization_model',
    'health_summary',
    'risk_summary',
    'growth_chance',
    'next_step',
  ],
  names: ['name', 'slug'],
  places: [],
  status: 'portfolio_status',
  withdrawnStatus: 'archived',
  canRetract: false,
} as const satisfies Kind
