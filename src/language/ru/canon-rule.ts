import type { Translation } from '../translation.ts'

export const canonRule: Translation<'canonRule'> = {
  name: 'Правило канона',
  list: 'Правила канона',
  new: 'Новое правило канона',
  created: 'Правило канона создано.',
  saved: 'Правило канона сохранено.',
  deleteQuestion: 'Удалить правило канона? Оно исчезнет из всех списков, история сохранится.',
  deleted: 'Правило канона удалено.',
  count:
    '{count, plural, one {# правило канона} few {# правила канона} many {# правил канона} other {# правила канона}}',
  moreThan: 'Больше {count, number} правил канона',
  none: 'Правил канона пока нет.',
  noneHere: 'Правил канона пока нет',
  changeSeveral: 'Изменить правила канона',
  mayNotChange: 'Это правило канона вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменено # правило канона} few {Изменены # правила канона} many {Изменено # правил канона} other {Изменено # правила канона}}.',
}
