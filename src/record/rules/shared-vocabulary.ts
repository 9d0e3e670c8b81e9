import { scale } from './enumeration.ts'

// Enumerations that several record types use.

export const severities = scale({
  low: 'can wait',
  medium: 'worth attention',
  high: 'needs attention soon',
  critical: 'needs attention now',
})

export const taskStatuses = scale({
  open: 'not started',
  'in-progress': 'being worked on',
  blocked: 'waits until an obstacle is removed',
  done: 'finished',
  cancelled: 'will not be done',
})

export const priorities = scale({
  low: 'can wait',
  medium: 'in the usual order (alias: normal)',
  high: 'before medium and low',
  critical: 'immediately (alias: urgent)',
})

export const priorityAliases = { normal: 'medium', urgent: 'critical' } as const
