import type { Terms } from '../record/term.ts'

export const applicationPlatforms = {
  ios: 'App Store',
  android: 'Google Play',
  huawei: 'AppGallery',
  rustore: 'RuStore',
  web: 'a site',
  other: 'anything else',
} as const satisfies Terms

export const applicationStatuses = {
  draft: 'not live yet',
  active: 'live and worked on',
  paused: 'work stopped',
  blocked: 'removed or refused by a store',
  archived: 'put away, by archiving only',
} as const satisfies Terms

export const companyStatuses = {
  prospect: 'may become a partner',
  active: 'worked with',
  paused: 'work stopped',
  archived: 'put away',
} as const satisfies Terms

export const contactStatuses = {
  active: 'in touch',
  inactive: 'not in touch',
  archived: 'put away',
} as const satisfies Terms

export const contactSources = {
  manual: 'typed in by a person',
  api: 'sent over the API',
  bot: 'wrote to a bot',
  import: 'taken over from elsewhere',
} as const satisfies Terms

export const strategyStatuses = {
  draft: 'being written',
  active: 'being followed',
  paused: 'waits',
  completed: 'at its end',
  archived: 'put away',
} as const satisfies Terms

export const keywordStatuses = {
  new: 'just taken in',
  active: 'tracked',
  paused: 'not tracked for now',
  won: 'target reached',
  rejected: 'not wanted',
  archived: 'put away',
} as const satisfies Terms

export const clickStatuses = {
  ok: 'accepted',
  pending: 'to be checked',
  suspicious: 'looks inflated',
  rejected: 'not counted',
} as const satisfies Terms
