import type { Translation } from '../translation.ts'

export const time: Translation<'time'> = {
  justNow: 'только что',
  lessThanMinute: 'меньше чем через минуту',
  minutesAgo: '{count} мин назад',
  hoursAgo: '{count} ч назад',
  daysAgo: '{count, plural, one {# день} few {# дня} many {# дней} other {# дня}} назад',
  inMinutes: 'через {count} мин',
  inHours: 'через {count} ч',
  inDays: 'через {count, plural, one {# день} few {# дня} many {# дней} other {# дня}}',
  overdue: 'Просрочено',
  created: 'создано {time}',
  createdBy: 'создано {time} ({name})',
  changed: 'изменено {time}',
  changedBy: 'изменено {time} ({name})',
}
