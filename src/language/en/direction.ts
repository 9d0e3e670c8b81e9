export const direction = {
  name: 'Direction',
  list: 'Directions',
  new: 'New direction',
  created: 'Direction created.',
  saved: 'Direction saved.',
  deleteQuestion: 'Delete this direction? It disappears from every list. Its history is kept.',
  deleted: 'Direction deleted.',
  count: '{count, plural, one {# direction} other {# directions}}',
  moreThan: 'More than {count, number} directions',
  none: 'There are no directions yet.',
  noneHere: 'No directions yet',
  changeSeveral: 'Change directions',
  mayNotChange: 'You may not change this direction.',
  changedSeveral: '{count, plural, one {# direction} other {# directions}} changed.',
  about:
    'The areas of business. Every product belongs to one. The command “portfolio-ops direction map OLD NEW” merges one direction into another and keeps the old slug as an alias.',
} as const
