import { type Enumeration, scale } from '../record/rules/enumeration.ts'
import { priorities, priorityAliases, severities, taskStatuses } from '../record/rules/shared-vocabulary.ts'

export { priorities, priorityAliases, severities, taskStatuses }

// Every enumeration of the portfolio, with the meaning of each value.

export const directionStatuses = scale({
  active: 'in use',
  demo: 'for demonstration',
  archived: 'no longer in use',
})

export const portfolioStatuses = scale({
  candidate: 'under review',
  next: 'queued',
  core: 'main source of revenue or users',
  support: 'kept running',
  frozen: 'no investment',
  sunset: 'being closed',
  archived: 'closed',
})

export const productFocuses = scale({
  'assess-development': 'find out whether it is worth building',
  develop: 'build',
  scale: 'grow',
  monetize: 'earn more',
  retain: 'keep users',
  stabilize: 'fix quality',
  maintain: 'minimum work',
  exit: 'wind down',
})

export const appPlatforms = {
  Android: 'Google Play or another Android store',
  iOS: 'App Store',
  Huawei: 'AppGallery',
  RuStore: 'RuStore',
  Web: 'a site',
  macOS: 'Mac',
  Windows: 'Windows',
  Other: 'anything else',
} as const satisfies Enumeration

/** What is measured of apps. */
export const metrics = {
  clicks: 'without rejected ones',
  rating: 'in its store',
  position: 'for a keyword in its store',
} as const satisfies Enumeration

/** How a metric is expected to move. */
export const metricDirections = {
  up: 'of a position: to a smaller number',
  down: 'of a position: to a greater number',
} as const satisfies Enumeration

export const implementationStatuses = scale({
  idea: 'not decided yet',
  planned: 'decided, not started',
  design: 'being designed',
  building: 'being built',
  testing: 'being tested',
  'in-review': 'at the store',
  released: 'in the store',
  paused: 'work stopped',
  removed: 'taken out of the store',
  retired: 'closed permanently',
})

export const bindingStatuses = scale({
  unbound: 'no product known',
  'product-candidate': 'product proposed, not confirmed',
  confirmed: 'belongs to the product',
  rejected: 'not one of our products',
})

export const signalTypes = {
  'growth-point': 'a chance',
  problem: 'causes harm now',
  risk: 'may cause harm',
} as const satisfies Enumeration

export const sourceLayers = {
  metrika: 'web and app analytics',
  appmetrica: 'mobile analytics',
  'store-console': 'console of another store',
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
} as const satisfies Enumeration

export const confidenceLevels = scale({
  low: 'a guess',
  medium: 'partly backed',
  high: 'well backed',
  verified: 'checked against the source',
})

export const signalStatuses = scale({
  open: 'not looked at yet',
  acknowledged: 'seen',
  'in-progress': 'being worked on',
  resolved: 'solved',
  dismissed: 'needs no action',
})

export const economicsStatuses = scale({
  unconfirmed: 'not matched with the store',
  partial: 'some sources match',
  confirmed: 'the store agrees',
  disputed: 'sources contradict each other',
  outdated: 'replaced by a newer one',
})

export const decisionTypes = {
  scale: 'grow what works',
  develop: 'build further',
  assess: 'find out first',
  launch: 'bring to market',
  monetize: 'earn more',
  pivot: 'change the concept of the product',
  stabilize: 'fix quality',
  merge: 'merge products',
  split: 'split a product',
  freeze: 'stop investing',
  unfreeze: 'invest again',
  stop: 'close the product',
  other: 'anything else',
} as const satisfies Enumeration

export const decisionStatuses = scale({
  active: 'in force',
  reviewed: 'review done',
  superseded: 'replaced by a later one',
  cancelled: 'withdrawn',
})

/** What a person says about the expectations of a decision. */
export const outcomes = {
  met: 'what was expected happened',
  partly: 'some of it happened',
  'not-met': 'it did not happen',
  unclear: 'cannot be said',
} as const satisfies Enumeration

/** What the measured numbers say about one expectation. */
export const verdicts = {
  pending: 'its day has not passed',
  met: 'the change is at least the expected one',
  'not-met': 'the change is less than the expected one',
  unclear: 'too little was measured, or there were 0 clicks before',
} as const satisfies Enumeration

export const ruleTypes = {
  'product-definition': 'what counts as a product',
  'portfolio-structure': 'how directions, products and apps relate',
  'freeze-policy': 'when to stop investing',
  'direction-policy': 'what a direction is for',
  'summary-contract': 'what a summary must contain',
  'portfolio-governance': 'who decides what',
} as const satisfies Enumeration

/** Renamed rule types: the old name is accepted and stored as the current one. */
export const legacyRuleTypes = { 'structure-canon': 'portfolio-structure' } as const

export const canonStatuses = scale({
  draft: 'proposed',
  active: 'in force once an admin has approved it (trusted: true)',
  superseded: 'replaced by a later one',
  archived: 'no longer in use',
})

export const competitorRelations = {
  direct: 'sells the same to the same users',
  indirect: 'solves the same need in another way',
  aspiration: 'an example to learn from',
} as const satisfies Enumeration

export const storeStatuses = scale({
  live: 'in the store',
  removed: 'taken out of the store',
  'in-review': 'being reviewed by the store',
})

export const proposalStatuses = scale({
  pending: 'waits for a person',
  changes_wanted: 'waits for the changes that a person asked for',
  applied: 'approved and stored',
  rejected: 'refused by a person',
  withdrawn: 'taken back by the token that proposed it',
  expired: 'not decided in time',
})

/** The statuses of a proposal that may still be applied. */
export const undecidedStatuses: readonly (keyof typeof proposalStatuses)[] = ['pending', 'changes_wanted']

/** What the list of proposals is filtered by: a status, or every final one. */
export const proposalFilterStatuses = {
  ...proposalStatuses,
  decided: 'applied, rejected, withdrawn or expired',
} as const satisfies Enumeration

/** What the guard of a canon rule does to a write that meets its condition. */
export const guardEffects = {
  warn: 'stores the write, with a warning',
  refuse: 'rejects the write',
  propose: 'makes the write a proposal, unless an admin sends it',
} as const satisfies Enumeration
