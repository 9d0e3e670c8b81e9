import type { Translation } from '../translation.ts'

export const service: Translation<'service'> = {
  name: 'Сервис',
  list: 'Сервисы',
  new: 'Новый сервис',
  created: 'Сервис создан.',
  saved: 'Сервис сохранён.',
  deleteQuestion: 'Удалить сервис? Он исчезнет из всех списков, история сохранится.',
  deleted: 'Сервис удалён.',
  count: '{count, plural, one {# сервис} few {# сервиса} many {# сервисов} other {# сервиса}}',
  moreThan: 'Больше {count, number} сервисов',
  none: 'Сервисов пока нет.',
  noneHere: 'Сервисов пока нет',
  changeSeveral: 'Изменить сервисы',
  mayNotChange: 'Этот сервис вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменён # сервис} few {Изменены # сервиса} many {Изменено # сервисов} other {Изменено # сервиса}}.',
  about: 'Наши сервисы с их улучшениями, задачами и ошибками.',
  active: 'Активные',
}
