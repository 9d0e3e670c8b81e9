/** The board of tasks. */
export const board = {
  about:
    'Tasks by status: those still to be done, and those done in the last {days, plural, one {# day} other {# days}}.',
  list: 'List',
  notMoved: '“{title}” was not moved. {reasons}',
  none: 'None',
  allOfStatus: 'All {count} {status} tasks',
  noOwner: 'No owner',
  due: 'due {day}',
  move: 'Move<record> “{title}”</record>',
  moved: '“{title}” is {status}.',
} as const
