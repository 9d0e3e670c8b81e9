import type { Translation } from '../translation.ts'

export const serviceTask: Translation<'serviceTask'> = {
  name: 'Задача сервиса',
  list: 'Задачи сервисов',
  new: 'Новая задача сервиса',
  created: 'Задача сервиса создана.',
  saved: 'Задача сервиса сохранена.',
  deleteQuestion: 'Удалить задачу сервиса? Она исчезнет из всех списков, история сохранится.',
  deleted: 'Задача сервиса удалена.',
  count:
    '{count, plural, one {# задача сервиса} few {# задачи сервиса} many {# задач сервисов} other {# задачи сервиса}}',
  moreThan: 'Больше {count, number} задач сервисов',
  none: 'Задач сервисов пока нет.',
  noneHere: 'Задач сервисов пока нет',
  changeSeveral: 'Изменить задачи сервисов',
  mayNotChange: 'Эту задачу сервиса вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменена # задача сервиса} few {Изменены # задачи сервиса} many {Изменено # задач сервисов} other {Изменено # задачи сервиса}}.',
  about: 'Работа для сервиса, которую выполняет человек или агент.',
  open: 'Открытые',
  inProgress: 'В работе',
  blocked: 'Заблокированные',
}
