import type { Translation } from '../translation.ts'

export const decision: Translation<'decision'> = {
  name: 'Решение',
  list: 'Решения',
  new: 'Новое решение',
  created: 'Решение создано.',
  saved: 'Решение сохранено.',
  deleteQuestion: 'Удалить решение? Оно исчезнет из всех списков, история сохранится.',
  deleted: 'Решение удалено.',
  count: '{count, plural, one {# решение} few {# решения} many {# решений} other {# решения}}',
  moreThan: 'Больше {count, number} решений',
  none: 'Решений пока нет.',
  noneHere: 'Решений пока нет',
  changeSeveral: 'Изменить решения',
  mayNotChange: 'Это решение вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменено # решение} few {Изменены # решения} many {Изменено # решений} other {Изменено # решения}}.',
}
