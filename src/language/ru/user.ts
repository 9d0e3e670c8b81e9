import type { Translation } from '../translation.ts'

export const user: Translation<'user'> = {
  name: 'Пользователь',
  list: 'Пользователи',
  new: 'Новый пользователь',
  created: 'Пользователь создан.',
  saved: 'Пользователь сохранён.',
  deleteQuestion: 'Удалить пользователя? Он исчезнет из всех списков, история сохранится.',
  deleted: 'Пользователь удалён.',
  count:
    '{count, plural, one {# пользователь} few {# пользователя} many {# пользователей} other {# пользователя}}',
  moreThan: 'Больше {count, number} пользователей',
  none: 'Пользователей пока нет.',
  noneHere: 'Пользователей пока нет',
  changeSeveral: 'Изменить пользователей',
  mayNotChange: 'Этого пользователя вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменён # пользователь} few {Изменены # пользователя} many {Изменено # пользователей} other {Изменено # пользователя}}.',
}
