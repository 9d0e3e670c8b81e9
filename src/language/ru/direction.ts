import type { Translation } from '../translation.ts'

export const direction: Translation<'direction'> = {
  name: 'Направление',
  list: 'Направления',
  new: 'Новое направление',
  created: 'Направление создано.',
  saved: 'Направление сохранено.',
  deleteQuestion: 'Удалить направление? Оно исчезнет из всех списков, история сохранится.',
  deleted: 'Направление удалено.',
  count:
    '{count, plural, one {# направление} few {# направления} many {# направлений} other {# направления}}',
  moreThan: 'Больше {count, number} направлений',
  none: 'Направлений пока нет.',
  noneHere: 'Направлений пока нет',
  changeSeveral: 'Изменить направления',
  mayNotChange: 'Это направление вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменено # направление} few {Изменены # направления} many {Изменено # направлений} other {Изменено # направления}}.',
  about:
    'Области бизнеса. Каждый продукт относится к одной из них. Команда «portfolio-ops direction map СТАРЫЙ НОВЫЙ» объединяет два направления и сохраняет старый slug как псевдоним.',
}
