import type { Translation } from '../translation.ts'

export const economics: Translation<'economics'> = {
  name: 'Сводка экономики',
  list: 'Экономика',
  new: 'Новая сводка экономики',
  created: 'Сводка экономики создана.',
  saved: 'Сводка экономики сохранена.',
  deleteQuestion: 'Удалить сводку экономики? Она исчезнет из всех списков, история сохранится.',
  deleted: 'Сводка экономики удалена.',
  count:
    '{count, plural, one {# сводка экономики} few {# сводки экономики} many {# сводок экономики} other {# сводки экономики}}',
  moreThan: 'Больше {count, number} сводок экономики',
  none: 'Сводок экономики пока нет.',
  noneHere: 'Сводок экономики пока нет',
  changeSeveral: 'Изменить сводки экономики',
  mayNotChange: 'Эту сводку экономики вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменена # сводка экономики} few {Изменены # сводки экономики} many {Изменено # сводок экономики} other {Изменено # сводки экономики}}.',
}
