import type { Translation } from '../translation.ts'

export const bug: Translation<'bug'> = {
  name: 'Ошибка',
  list: 'Ошибки сервисов',
  new: 'Новая ошибка',
  created: 'Ошибка создана.',
  saved: 'Ошибка сохранена.',
  deleteQuestion: 'Удалить ошибку? Она исчезнет из всех списков, история сохранится.',
  deleted: 'Ошибка удалена.',
  count: '{count, plural, one {# ошибка} few {# ошибки} many {# ошибок} other {# ошибки}}',
  moreThan: 'Больше {count, number} ошибок',
  none: 'Ошибок пока нет.',
  noneHere: 'Ошибок пока нет',
  changeSeveral: 'Изменить ошибки',
  mayNotChange: 'Эту ошибку вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменена # ошибка} few {Изменены # ошибки} many {Изменено # ошибок} other {Изменено # ошибки}}.',
  about: 'Ошибки в сервисах, о которых сообщили люди и агенты.',
  newOnes: 'Новые',
  confirmed: 'Подтверждённые',
  inProgress: 'В работе',
}
