import {
  makeApp,
  makeDecision,
  makeEconomics,
  makeInsight,
  makeProduct,
  makeRule,
  makeSignal,
  makeTask,
  root,
} from './makers.ts'

const utilities = { direction_slug: 'utilities' }
const text = (max: number, ...names: string[]) => Object.fromEntries(names.map((name) => [name, max]))

/** Every kind of writable record: its smallest valid body, its required fields, and its texts with maximum lengths. */
export const kinds = [
  {
    key: 'product',
    path: `${root}/products`,
    make: makeProduct,
    changes: true,
    body: { ...utilities, name: 'N' },
    required: ['direction_slug', 'name'],
    requiredTexts: { name: 255 },
    optionalTexts: {
      ...text(255, 'monetization_model', 'health_state'),
      ...text(5000, 'summary', 'health_summary', 'risk_summary', 'growth_chance', 'next_step'),
    },
  },
  {
    key: 'app',
    path: `${root}/apps`,
    make: makeApp,
    changes: true,
    body: { ...utilities, name: 'N', platform: 'iOS' },
    required: ['product_slug', 'name', 'platform'],
    requiredTexts: { name: 255 },
    optionalTexts: { ...text(255, 'product_candidate_name'), ...text(5000, 'portfolio_note') },
  },
  {
    key: 'signal',
    path: `${root}/signals`,
    make: makeSignal,
    changes: true,
    body: { ...utilities, title: 'T', signal_type: 'risk' },
    required: ['product_slug', 'title', 'signal_type'],
    requiredTexts: { title: 255 },
    optionalTexts: { ...text(20_000, 'body'), ...text(5000, 'recommended_action', 'resolution') },
  },
  {
    key: 'insight',
    path: `${root}/insights`,
    make: makeInsight,
    changes: false,
    body: { ...utilities, title: 'T', body: 'B' },
    required: ['product_slug', 'title', 'body'],
    requiredTexts: { title: 255, body: 20_000 },
    optionalTexts: { ...text(191, 'external_ref') },
  },
  {
    key: 'economics',
    path: `${root}/economics`,
    make: makeEconomics,
    changes: false,
    body: { ...utilities, title: 'T', period_start: '2026-01-01', period_end: '2026-01-31' },
    required: ['product_slug', 'title', 'period_start', 'period_end'],
    requiredTexts: { title: 255 },
    optionalTexts: text(
      5000,
      'acquisition_summary',
      'behavior_summary',
      'store_confirmation_summary',
      'roi_summary',
      'conclusion',
    ),
  },
  {
    key: 'decision',
    path: `${root}/decisions`,
    make: makeDecision,
    changes: true,
    body: {
      product_slug: 'fixed',
      title: 'T',
      decision_type: 'stop',
      owner: 'O',
      decision: 'D',
      review_at: '2099-01-01',
    },
    required: ['product_slug', 'title', 'decision_type', 'owner', 'decision', 'review_at'],
    requiredTexts: { title: 255, owner: 255, decision: 5000 },
    optionalTexts: text(5000, 'rationale'),
  },
  {
    key: 'task',
    path: `${root}/tasks`,
    make: makeTask,
    changes: true,
    body: { ...utilities, title: 'T' },
    required: ['product_decision_id', 'title'],
    requiredTexts: { title: 255 },
    optionalTexts: { ...text(255, 'owner'), ...text(5000, 'note') },
  },
  {
    key: 'rule',
    path: `${root}/canon-rules`,
    make: makeRule,
    changes: true,
    body: { title: 'T', rule_type: 'freeze-policy', body: 'B' },
    required: ['title', 'rule_type', 'body'],
    requiredTexts: { title: 255, body: 50_000 },
    optionalTexts: {},
  },
] as const

export const lists = kinds.map(({ key, path }) => ({ path, key: plural(key) }))

function plural(key: string): string {
  return key === 'economics' ? key : `${key}s`
}
