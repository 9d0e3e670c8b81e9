import type { Translation } from '../translation.ts'

export const agentToken: Translation<'agentToken'> = {
  name: 'Токен агента',
  list: 'Токены агентов',
  new: 'Новый токен агента',
  created: 'Токен агента создан.',
  saved: 'Токен агента сохранён.',
  deleteQuestion: 'Удалить токен агента? Он исчезнет из всех списков, история сохранится.',
  deleted: 'Токен агента удалён.',
  count:
    '{count, plural, one {# токен агента} few {# токена агента} many {# токенов агентов} other {# токена агента}}',
  moreThan: 'Больше {count, number} токенов агентов',
  none: 'Токенов агентов пока нет.',
  noneHere: 'Токенов агентов пока нет',
  changeSeveral: 'Изменить токены агентов',
  mayNotChange: 'Этот токен агента вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменён # токен агента} few {Изменены # токена агента} many {Изменено # токенов агентов} other {Изменено # токена агента}}.',
}
