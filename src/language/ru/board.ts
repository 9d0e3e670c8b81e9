import type { Translation } from '../translation.ts'

export const board: Translation<'board'> = {
  about:
    'Задачи по статусам: те, что ещё нужно сделать, и сделанные за {days, plural, one {последний # день} few {последние # дня} many {последние # дней} other {последние # дня}}.',
  list: 'Список',
  notMoved: 'Задача «{title}» не перенесена. {reasons}',
  none: 'Пусто',
  allOfStatus: 'Все задачи, статус «{status}»: {count}',
  noOwner: 'Без ответственного',
  due: 'срок {day}',
  move: 'Перенести<record> «{title}»</record>',
  moved: 'Задача «{title}» перенесена: {status}.',
}
