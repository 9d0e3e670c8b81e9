import type { Translation } from '../translation.ts'

export const company: Translation<'company'> = {
  name: 'Компания',
  list: 'Компании',
  new: 'Новая компания',
  created: 'Компания создана.',
  saved: 'Компания сохранена.',
  deleteQuestion: 'Удалить компанию? Она исчезнет из всех списков, история сохранится.',
  deleted: 'Компания удалена.',
  count: '{count, plural, one {# компания} few {# компании} many {# компаний} other {# компании}}',
  moreThan: 'Больше {count, number} компаний',
  none: 'Компаний пока нет.',
  noneHere: 'Компаний пока нет',
  changeSeveral: 'Изменить компании',
  mayNotChange: 'Эту компанию вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменена # компания} few {Изменены # компании} many {Изменено # компаний} other {Изменено # компании}}.',
  about: 'Компании, с которыми мы работаем.',
  active: 'Активные',
  prospects: 'Потенциальные',
}
