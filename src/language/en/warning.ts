/** What there is to say about a write that is stored. */
export const warning = {
  oldName: '"{old}" is an old name of "{current}", which was used. Send "{current}".',
  dayInPast: 'The {field} {day} is in the past.',
  periodInFuture: 'The {field} {day} is in the future. Economics say how a period went.',
  recordIsRetracted: 'The {type} {id} is retracted.',
  resolutionRemoved: 'The {field} is removed, because the signal is {status} again.',
  blockerRemoved: 'The {field} is removed, because the task is {status}. It was {blocker}.',
  blockerKept: 'The {field} is still set: {blocker}. Send null to remove it.',
  blockerTask: 'task {id}',
  blockerText: '"{text}"',
  blockedWithoutReason:
    'The task is blocked without a reason. Send in {field} the id of a task, or what it waits for.',
  claimEnds: 'This change ends the claim of "{name}".',
  claimedUntil: '"{name}" works on it until {time}.',
  claimedUntilDay: '"{name}" works on it until {day} {time}.',
  namedRecord: '{id} "{title}"',
  openTasks: 'Tasks of the cancelled decision are still open: {tasks}.',
  noteRemoved: 'The {field} is removed with the outcome.',
  outcomeContradicts: 'The {field} {outcome} contradicts every verdict: what was measured says {opposite}.',
  criticalSignals:
    'The product has unresolved critical signals: {signals}. Resolve or dismiss them, or reconsider.',
} as const
