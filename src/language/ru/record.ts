import type { Translation } from '../translation.ts'

export const record: Translation<'record'> = {
  edit: 'Изменить',
  editField: 'Изменить поле «{field}»',
  withdraw: 'Отозвать',
  actionTitle: '{action}: {title}',
  actionQuestion: '{action} запись в её нынешнем виде?',
  notPossible: 'В нынешнем состоянии записи действие «{action}» невозможно.',
  toRecord: 'К записи',
  onThisPage: 'На этой странице',
  all: 'Все',
  allCounted: 'Все: {total, number}',
  new: 'Создать',
  nothingRefers: 'Другие записи на эту не ссылаются.',
  refer: 'На эту запись ссылаются: {records}.',
}
