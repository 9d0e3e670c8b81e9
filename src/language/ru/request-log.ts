import type { Translation } from '../translation.ts'

export const requestLog: Translation<'requestLog'> = {
  name: 'Запрос',
  list: 'Журнал запросов',
  new: 'Новый запрос',
  created: 'Запрос создан.',
  saved: 'Запрос сохранён.',
  deleteQuestion: 'Удалить запрос? Он исчезнет из всех списков, история сохранится.',
  deleted: 'Запрос удалён.',
  count: '{count, plural, one {# запрос} few {# запроса} many {# запросов} other {# запроса}}',
  moreThan: 'Больше {count, number} запросов',
  none: 'Запросов пока нет.',
  noneHere: 'Запросов пока нет',
  changeSeveral: 'Изменить запросы',
  mayNotChange: 'Этот запрос вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменён # запрос} few {Изменены # запроса} many {Изменено # запросов} other {Изменено # запроса}}.',
}
