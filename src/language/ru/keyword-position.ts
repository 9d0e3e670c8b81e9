import type { Translation } from '../translation.ts'

export const keywordPosition: Translation<'keywordPosition'> = {
  name: 'Позиция',
  list: 'Позиции по ключам',
  new: 'Новая позиция',
  created: 'Позиция создана.',
  saved: 'Позиция сохранена.',
  deleteQuestion: 'Удалить позицию? Она исчезнет из всех списков, история сохранится.',
  deleted: 'Позиция удалена.',
  count: '{count, plural, one {# позиция} few {# позиции} many {# позиций} other {# позиции}}',
  moreThan: 'Больше {count, number} позиций',
  none: 'Позиций пока нет.',
  noneHere: 'Позиций пока нет',
  changeSeveral: 'Изменить позиции',
  mayNotChange: 'Эту позицию вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменена # позиция} few {Изменены # позиции} many {Изменено # позиций} other {Изменено # позиции}}.',
  about: 'Места наших приложений в поиске магазинов, день за днём.',
  winnersAndLosers: 'Рост и падение',
  notFound: 'не найдено',
  notMeasured: 'не измерено',
}
