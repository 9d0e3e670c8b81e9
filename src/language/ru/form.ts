import type { Translation } from '../translation.ts'

export const form: Translation<'form'> = {
  save: 'Сохранить',
  saveAndNext: 'Сохранить и дальше',
  create: 'Создать',
  cancel: 'Отмена',
  continue: 'Продолжить',
  delete: 'Удалить',
  correct:
    'Исправьте {count, plural, =1 {это поле} one {# поле} few {# поля} many {# полей} other {# поля}}:',
  choose: 'Выберите',
  notSet: 'Не задано',
  anotherRecord: 'Ещё запись {number}',
  tokenEnded: 'его токен больше не действует',
  changedByOther:
    'Пока форма была открыта, значение изменилось на «{value}» (автор: {author}). Сохраните ещё раз, чтобы его заменить.',
  clearedByOther:
    'Пока форма была открыта, поле очистили (автор: {author}). Сохраните ещё раз, чтобы записать своё значение.',
  saved: 'Сохранено.',
  fieldOfRecord: '{field}: {title}',
  editTitle: 'Изменить: {title}',
  severalMeant: 'Подходит несколько записей: {records}. Введите одну из них в таком же виде.',
  severalNamed: 'Под «{text}» подходит несколько записей: {names}. Введите название и то, что в скобках.',
  manyNamed:
    'Под «{text}» подходит несколько записей: {names} и другие. Введите название и то, что в скобках.',
  onPlatform: '{name}, {platform}',
  handedOver: 'Передано: {count, plural, one {# запись} few {# записи} many {# записей} other {# записи}}.',
  noLongerBlocked: 'Больше не заблокировано: {tasks}.',
  quoted: '«{title}»',
  emptyRows: 'Пустые строки не учитываются. Максимум {count}.',
  addRow: 'Добавить строку<hidden>: {rows}</hidden>',
  row: '{name} {number}',
  fieldOfRow: '{field}<hidden>, {name} {number}</hidden>',
  proposed: 'Предложение создано. Запись сохранится, когда его одобрит другой человек.',
  adminMustDoThis: 'Это может сделать только администратор.',
  sentBefore: 'Эта форма уже отправлена.',
  sentBeforeTitle: 'Эта форма уже отправлена',
  storedOnce: 'То, что она создаёт или меняет, сохранено один раз.',
}
