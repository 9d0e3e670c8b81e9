import { priorities, priorityAliases, severities, taskStatuses } from '../record/shared-vocabulary.ts'
import type { Terms } from '../record/term.ts'

export { priorities, priorityAliases, severities, taskStatuses }

// Every enumeration of the portfolio, with what each value means. GET /api/portfolio/reference serves them.

export const directionStatuses = {
  active: 'in use',
  demo: 'for demonstration',
  archived: 'put away',
} as const satisfies Terms

export const portfolioStatuses = {
  candidate: 'under review',
  next: 'queued',
  core: 'carries the portfolio',
  support: 'kept running',
  frozen: 'no investment',
  sunset: 'being closed',
  archived: 'gone',
} as const satisfies Terms

export const productFocuses = {
  'assess-development': 'is it worth building',
  develop: 'build',
  scale: 'grow',
  monetize: 'earn more',
  retain: 'keep users',
  stabilize: 'fix quality',
  maintain: 'minimum work',
  exit: 'wind down',
} as const satisfies Terms

export const appPlatforms = {
  Android: 'Google Play or another Android store',
  iOS: 'App Store',
  Huawei: 'AppGallery',
  RuStore: 'RuStore',
  Web: 'a site',
  macOS: 'Mac',
  Windows: 'Windows',
  Other: 'anything else',
} as const satisfies Terms

export const implementationStatuses = {
  idea: 'thought of',
  planned: 'decided',
  design: 'being designed',
  building: 'being built',
  testing: 'being tested',
  'in-review': 'at the store',
  released: 'in the store',
  paused: 'work stopped',
  removed: 'taken out of the store',
  retired: 'closed for good',
} as const satisfies Terms

export const bindingStatuses = {
  unbound: 'no product known',
  'product-candidate': 'disputed, kept at direction level',
  confirmed: 'belongs to the product',
  rejected: 'not a product of ours',
} as const satisfies Terms

export const signalTypes = {
  'growth-point': 'a chance',
  problem: 'hurts now',
  risk: 'may hurt',
} as const satisfies Terms

export const sourceLayers = {
  metrika: 'web and app analytics',
  appmetrica: 'mobile analytics',
  'store-console': "a store's console",
  'app-store-connect': 'App Store Connect',
  'google-play': 'Google Play Console',
  ads: 'advertising',
  reviews: 'reviews, as a summary',
  support: 'support requests',
  finance: 'finance',
  research: 'research',
  competitors: 'competitors',
  crm: 'the CRM',
  agent: "an agent's own reasoning",
  manual: 'entered by hand',
} as const satisfies Terms

export const confidenceLevels = {
  low: 'a guess',
  medium: 'partly backed',
  high: 'well backed',
  verified: 'checked against the source',
} as const satisfies Terms

export const signalStatuses = {
  open: 'nobody looked at it yet',
  acknowledged: 'seen',
  'in-progress': 'being worked on',
  resolved: 'dealt with',
  dismissed: 'not worth the work',
} as const satisfies Terms

export const economicsStatuses = {
  unconfirmed: 'not matched with the store',
  partial: 'some sources match',
  confirmed: 'the store agrees',
  disputed: 'sources contradict',
  outdated: 'replaced',
} as const satisfies Terms

export const decisionTypes = {
  scale: 'grow what works',
  develop: 'build further',
  assess: 'find out first',
  launch: 'bring to market',
  monetize: 'earn more',
  pivot: 'change direction',
  stabilize: 'fix quality',
  merge: 'join products',
  split: 'part products',
  freeze: 'stop investing',
  unfreeze: 'invest again',
  stop: 'close',
  other: 'anything else',
} as const satisfies Terms

export const decisionStatuses = {
  active: 'in force',
  reviewed: 'looked at again',
  superseded: 'replaced by a later one',
  cancelled: 'withdrawn',
} as const satisfies Terms

export const ruleTypes = {
  'product-definition': 'what counts as a product',
  'portfolio-structure': 'how directions, products and apps hang together',
  'freeze-policy': 'when to stop investing',
  'direction-policy': 'what a direction is for',
  'summary-contract': 'what a summary must say',
  'portfolio-governance': 'who decides what',
} as const satisfies Terms

/** A rule type that was renamed: it is still read, and written as its successor. */
export const legacyRuleTypes = { 'structure-canon': 'portfolio-structure' } as const

export const canonStatuses = {
  draft: 'proposed',
  active: 'in force',
  superseded: 'replaced by a later one',
  archived: 'put away',
} as const satisfies Terms

/** Every set by the name of the field or fields that use it. */
export const reference = {
  portfolio_status: portfolioStatuses,
  product_focus: productFocuses,
  platform: appPlatforms,
  implementation_status: implementationStatuses,
  product_binding_status: bindingStatuses,
  signal_type: signalTypes,
  source_layer: sourceLayers,
  severity: severities,
  impact_level: severities,
  confidence_level: confidenceLevels,
  signal_status: signalStatuses,
  economics_status: economicsStatuses,
  decision_type: decisionTypes,
  decision_status: decisionStatuses,
  task_status: taskStatuses,
  priority: priorities,
  rule_type: ruleTypes,
  canon_status: canonStatuses,
  direction_status: directionStatuses,
} as const satisfies Record<string, Terms>
