import { hostile, type RecordForms } from './form-fields.ts'
import { operationsForms } from './operations-forms.ts'

const portfolioForms: RecordForms = {
  products: () => [
    {
      direction_slug: 'utilities',
      name: `alpha ${hostile}`,
      portfolio_status: 'core',
      product_focus: 'scale',
      summary: hostile,
      is_favorite: '1',
      health_state: hostile,
      next_step: hostile,
    },
    { direction_slug: 'fitness', name: 'beta', portfolio_status: 'sunset', health_state: 'stable' },
    { direction_slug: 'utilities', name: 'gamma' },
  ],
  apps: () => [
    {
      product_slug: 'gamma',
      name: `alpha ${hostile}`,
      platform: 'iOS',
      implementation_status: 'released',
      bundle_id: 'test.alpha',
      portfolio_note: hostile,
    },
    { product_slug: 'beta', name: 'beta', platform: 'Android', package_id: 'test.beta' },
    { direction_slug: 'utilities', name: 'gamma', platform: 'Huawei' },
  ],
  signals: () => [
    {
      product_slug: 'gamma',
      signal_type: 'problem',
      severity: 'critical',
      title: `alpha ${hostile}`,
      body: hostile,
      recommended_action: hostile,
      resolution: hostile,
    },
    { app_slug: 'beta', signal_type: 'risk', title: 'beta', status: 'resolved' },
    { direction_slug: 'utilities', signal_type: 'growth-point', title: 'gamma' },
  ],
  insights: () => [
    { product_slug: 'gamma', title: `alpha ${hostile}`, body: hostile, impact_level: 'high' },
    { app_slug: 'beta', title: 'beta', body: 'b', discovered_at: '2026-01-01' },
    { direction_slug: 'utilities', title: 'gamma', body: 'g' },
  ],
  economics: () => [
    {
      product_slug: 'gamma',
      title: `alpha ${hostile}`,
      period_start: '2026-01-01',
      period_end: '2026-01-31',
      roi_summary: hostile,
    },
    { product_slug: 'beta', title: 'beta', period_start: '2026-02-01', period_end: '2026-02-02' },
    { direction_slug: 'utilities', title: 'gamma', period_start: '2026-03-01', period_end: '2026-03-02' },
  ],
  decisions: () => [
    {
      product_slug: 'gamma',
      title: `alpha ${hostile}`,
      decision_type: 'scale',
      owner: hostile,
      decision: hostile,
      review_at: '2027-01-01',
    },
    {
      product_slug: 'beta',
      title: 'beta',
      decision_type: 'stop',
      owner: 'Boris',
      decision: 'd',
      review_at: '2027-02-01',
    },
    {
      product_slug: 'gamma',
      title: 'gamma',
      decision_type: 'merge',
      owner: 'Anna',
      decision: 'd',
      review_at: '2027-03-01',
    },
  ],
  tasks: ({ decisions }) => [
    {
      product_decision_id: String(decisions?.[0]),
      title: `alpha ${hostile}`,
      owner: hostile,
      due_at: '2026-12-01',
      note: hostile,
      blocked_by: hostile,
    },
    { app_slug: 'beta', title: 'beta', owner: 'Boris', status: 'done', priority: 'high' },
    { direction_slug: 'utilities', title: 'gamma' },
  ],
  'canon-rules': () => [
    { title: `alpha ${hostile}`, rule_type: 'freeze-policy', body: hostile, product_slug: 'gamma' },
    { title: 'beta', rule_type: 'direction-policy', body: 'b', direction_slug: 'fitness', status: 'draft' },
    { title: 'gamma', rule_type: 'summary-contract', body: 'g' },
  ],
  competitors: () => [
    {
      product_slug: 'gamma',
      name: `alpha ${hostile}`,
      platform: 'iOS',
      store_url: 'https://alpha.test/app',
      relation: 'direct',
      note: hostile,
    },
    { product_slug: 'beta', name: 'beta', relation: 'indirect', note: 'n' },
    { product_slug: 'gamma', name: 'gamma' },
  ],
  'competitor-reviews': ({ competitors }) => [
    {
      competitor_id: String(competitors?.[0]),
      rating: '5',
      author: hostile,
      body: `alpha ${hostile}`,
      language: 'en',
      reviewed_at: '2026-01-03',
    },
    { competitor_id: String(competitors?.[1]), rating: '1', body: 'beta', reviewed_at: '2026-01-02' },
    { competitor_id: String(competitors?.[0]), body: 'gamma', reviewed_at: '2026-01-01' },
  ],
  'keyword-positions': () => [
    {
      app_slug: 'gamma',
      keyword: `alpha ${hostile}`,
      country: 'DE',
      platform: 'Huawei',
      position: '3',
      measured: '1',
      date: '2026-01-03',
    },
    { app_slug: 'beta', keyword: 'beta', country: 'US', measured: '1', date: '2026-01-02' },
    { app_slug: 'gamma', keyword: 'gamma', country: 'DE', date: '2026-01-01' },
  ],
  'store-truth': () => [
    {
      app_slug: 'gamma',
      date: '2026-01-03',
      title: `alpha ${hostile}`,
      subtitle: hostile,
      version: '1.2.3',
      rating: '4.5',
      ratings_count: '1200',
      installs_band: hostile,
      price: '0.99 EUR',
      status: 'live',
      source: hostile,
    },
    { app_slug: 'beta', date: '2026-01-02', title: 'beta', status: 'removed' },
    { app_slug: 'gamma', date: '2026-01-01' },
  ],
}

/** The records of every collection, in an order in which their references exist. */
export const recordForms: RecordForms = { ...portfolioForms, ...operationsForms }
