import type { Translation } from '../translation.ts'

export const product: Translation<'product'> = {
  name: 'Продукт',
  list: 'Продукты',
  new: 'Новый продукт',
  created: 'Продукт создан.',
  saved: 'Продукт сохранён.',
  deleteQuestion: 'Удалить продукт? Он исчезнет из всех списков, история сохранится.',
  deleted: 'Продукт удалён.',
  count: '{count, plural, one {# продукт} few {# продукта} many {# продуктов} other {# продукта}}',
  moreThan: 'Больше {count, number} продуктов',
  none: 'Продуктов пока нет.',
  noneHere: 'Продуктов пока нет',
  changeSeveral: 'Изменить продукты',
  mayNotChange: 'Этот продукт вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменён # продукт} few {Изменены # продукта} many {Изменено # продуктов} other {Изменено # продукта}}.',
}
