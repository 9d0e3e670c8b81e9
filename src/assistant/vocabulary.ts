import type { Terms } from '../record/term.ts'

// Every enumeration of the assistant's resources, with what each value means.

export const serviceStatuses = {
  active: 'worked on',
  paused: 'work stopped',
  archived: 'put away',
} as const satisfies Terms

export const improvementStatuses = {
  new: 'proposed',
  planned: 'decided',
  'in-progress': 'being done',
  done: 'finished',
  rejected: 'not to be done',
} as const satisfies Terms

export const bugStatuses = {
  new: 'reported',
  confirmed: 'seen again',
  'in-progress': 'being mended',
  fixed: 'mended',
  'wont-fix': 'not to be mended',
  duplicate: 'reported before',
} as const satisfies Terms

export const turnRoles = {
  user: 'said by the contact',
  assistant: 'said by the assistant',
} as const satisfies Terms

export const turnSources = {
  contact: 'sent by the contact, to be answered here',
  log: 'logged by a bot that answers elsewhere',
  provider: "the language model's answer",
  fallback: 'the fixed answer where there was none of the language model',
} as const satisfies Terms

/** Why there is no answer of the language model: it took too long, could not be asked, said nothing of use. */
export const providerErrors = ['timeout', 'http', 'invalid'] as const
export type ProviderError = (typeof providerErrors)[number]
