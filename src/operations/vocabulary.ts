import { type Enumeration, scale } from '../record/rules/enumeration.ts'

export const applicationPlatforms = {
  ios: 'App Store',
  android: 'Google Play',
  huawei: 'AppGallery',
  rustore: 'RuStore',
  web: 'website',
  other: 'anything else',
} as const satisfies Enumeration

export const applicationStatuses = scale({
  draft: 'not live yet',
  active: 'live and worked on',
  paused: 'work stopped',
  blocked: 'removed or rejected by a store',
  archived: 'archived; set by the archive action only',
})

export const companyStatuses = scale({
  prospect: 'may become a partner',
  active: 'current partner',
  paused: 'work stopped',
  archived: 'no longer in use',
})

export const contactStatuses = scale({
  active: 'in contact',
  inactive: 'not in contact',
  archived: 'no longer in use',
})

export const contactSources = {
  manual: 'entered by hand',
  api: 'created through the API',
  bot: 'wrote to a bot',
  import: 'imported',
} as const satisfies Enumeration

export const strategyStatuses = scale({
  draft: 'in preparation',
  active: 'in progress',
  paused: 'on hold',
  completed: 'finished',
  archived: 'no longer in use',
})

export const keywordStatuses = scale({
  new: 'just added',
  active: 'tracked',
  paused: 'not tracked at the moment',
  won: 'target reached',
  rejected: 'not wanted',
  archived: 'no longer in use',
})

/** What the clicks of a period are added up by. */
export const clickDimensions = {
  application: 'each application',
  company: 'each company',
  status: 'each status, rejected clicks too',
  product: 'each product, by the apps of its applications',
  direction: 'each direction, by its products',
  platform: 'each platform of an application',
} as const satisfies Enumeration

export const clickStatuses = scale({
  ok: 'accepted',
  pending: 'to be checked',
  suspicious: 'looks inflated',
  rejected: 'not counted',
})
