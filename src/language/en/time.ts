/** When something happens or happened, who did it, and whether it is late. */
export const time = {
  justNow: 'just now',
  lessThanMinute: 'in less than a minute',
  minutesAgo: '{count} min ago',
  hoursAgo: '{count} h ago',
  daysAgo: '{count, plural, one {# day} other {# days}} ago',
  inMinutes: 'in {count} min',
  inHours: 'in {count} h',
  inDays: 'in {count, plural, one {# day} other {# days}}',
  overdue: 'Overdue',
  created: 'created {time}',
  createdBy: 'created {time} by {name}',
  changed: 'changed {time}',
  changedBy: 'changed {time} by {name}',
} as const
