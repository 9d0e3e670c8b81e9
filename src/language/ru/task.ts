import type { Translation } from '../translation.ts'

export const task: Translation<'task'> = {
  name: 'Задача',
  list: 'Задачи',
  new: 'Новая задача',
  created: 'Задача создана.',
  saved: 'Задача сохранена.',
  deleteQuestion: 'Удалить задачу? Она исчезнет из всех списков, история сохранится.',
  deleted: 'Задача удалена.',
  count: '{count, plural, one {# задача} few {# задачи} many {# задач} other {# задачи}}',
  moreThan: 'Больше {count, number} задач',
  none: 'Задач пока нет.',
  noneHere: 'Задач пока нет',
  changeSeveral: 'Изменить задачи',
  mayNotChange: 'Эту задачу вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменена # задача} few {Изменены # задачи} many {Изменено # задач} other {Изменено # задачи}}.',
}
