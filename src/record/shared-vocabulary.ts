import type { Enumeration } from './enumeration.ts'

// Enumerations that more than one room uses.

export const severities = {
  low: 'can wait',
  medium: 'worth attention',
  high: 'needs attention soon',
  critical: 'needs attention now',
} as const satisfies Enumeration

export const taskStatuses = {
  open: 'to do',
  'in-progress': 'being done',
  blocked: 'waits for something',
  done: 'finished',
  cancelled: 'not to be done',
} as const satisfies Enumeration

export const priorities = {
  low: 'can wait',
  medium: 'in its turn (also: normal)',
  high: 'before others',
  critical: 'now (also: urgent)',
} as const satisfies Enumeration

export const priorityAliases = { normal: 'medium', urgent: 'critical' } as const
