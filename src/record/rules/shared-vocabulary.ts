import { scale } from './enumeration.ts'

// Enumerations that several record types use.

export const severities = scale({
  low: { en: ['Low', 'can wait'], ru: ['Низкая', 'может подождать'] },
  medium: { en: ['Medium', 'worth attention'], ru: ['Средняя', 'заслуживает внимания'] },
  high: { en: ['High', 'needs attention soon'], ru: ['Высокая', 'скоро потребует внимания'] },
  critical: { en: ['Critical', 'needs attention now'], ru: ['Критично', 'требует внимания сейчас'] },
})

export const taskStatuses = scale({
  open: { en: ['Open', 'not started'], ru: ['Открыта', 'не начата'] },
  'in-progress': { en: ['In progress', 'being worked on'], ru: ['В работе', 'выполняется'] },
  blocked: {
    en: ['Blocked', 'waits until an obstacle is removed'],
    ru: ['Заблокирована', 'ждёт, пока устранят препятствие'],
  },
  done: { en: ['Done', 'finished'], ru: ['Готово', 'выполнена'] },
  cancelled: { en: ['Cancelled', 'will not be done'], ru: ['Отменена', 'выполняться не будет'] },
})

export const priorities = scale({
  low: { en: ['Low', 'can wait'], ru: ['Низкий', 'может подождать'] },
  medium: { en: ['Medium', 'in the usual order (alias: normal)'], ru: ['Средний', 'в обычном порядке'] },
  high: { en: ['High', 'before medium and low'], ru: ['Высокий', 'раньше среднего и низкого'] },
  critical: { en: ['Critical', 'immediately (alias: urgent)'], ru: ['Критичный', 'немедленно'] },
})

export const priorityAliases = { normal: 'medium', urgent: 'critical' } as const
