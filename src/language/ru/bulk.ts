import type { Translation } from '../translation.ts'

export const bulk: Translation<'bulk'> = {
  nothingChanged: 'Ничего не изменено. {reason}',
  noneExists: 'Ни одной из этих строк уже нет.',
  notNow: 'В нынешнем состоянии её нельзя изменить.',
  toList: 'К списку',
  previewTitle: 'Изменить поле «{field}»: {records}',
  nothingLeft: 'Менять больше нечего. <link>К списку</link>',
  refused: 'Нельзя изменить',
  changes: 'Изменения',
  afterwards: 'Станет',
  alreadySo: 'Значение уже такое: {records}.',
  apply: 'Применить',
  applyWithout: 'Применить без них',
  invalidValue: 'Недопустимое значение.',
  noRow: 'Отметьте хотя бы одну строку.',
  invalidRows: 'Выбраны недопустимые строки.',
  invalidFilter: 'Выбран недопустимый фильтр.',
  tooMany:
    '{count, plural, one {Выбрана # строка} few {Выбраны # строки} many {Выбрано # строк} other {Выбрано # строки}}. За один раз можно изменить не больше {limit}.',
}
