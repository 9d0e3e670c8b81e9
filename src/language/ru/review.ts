import type { Translation } from '../translation.ts'

export const review: Translation<'review'> = {
  about:
    'Что агенты и боты записали за последние {days, plural, one {# день} few {# дня} many {# дней} other {# дня}}, а вы ещё не приняли. Рискованные изменения идут первыми.',
  nothing: 'Проверять нечего.',
  nothingOfGroup: 'В этой группе проверять больше нечего.',
  risky: 'Рискованные изменения: {count, number}',
  others: 'Другие изменения: {count, number}',
  onlyNewest:
    'Показаны только {count, plural, one {# самое новое} few {# самых новых} many {# самых новых} other {# самых новых}}.',
  moreGroups:
    'Когда вы их проверите, появится ещё {count, plural, one {# группа} few {# группы} many {# групп} other {# группы}}.',
  partBy: '<product>{name}</product><light>, автор: </light>{author}',
  withoutProduct: 'Без продукта',
  show: 'Показать: {records}',
  select: 'Выбрать: {records}, автор: {author}',
  selectOfProduct: 'Выбрать: {records}, {product}, автор: {author}',
  newestOf: 'Самые новые: {shown} из {count, number}.',
  selectChange: 'Выбрать это изменение',
  accept: 'Принять',
  selectAll:
    'Выбрать все: {count, plural, one {# изменение} few {# изменения} many {# изменений} other {# изменения}}',
  tickChanges: 'Отметьте изменения, которые нужно принять или вернуть.',
  chooseAction: 'Выберите «Принять» или «Вернуть».',
  accepted:
    '{count, plural, one {Принято # изменение} few {Приняты # изменения} many {Принято # изменений} other {Принято # изменения}}.',
  reverted:
    '{count, plural, one {Возвращено # изменение} few {Возвращены # изменения} many {Возвращено # изменений} other {Возвращено # изменения}}.',
  revertTitle:
    'Вернуть {count, plural, one {# изменение} few {# изменения} many {# изменений} other {# изменения}}',
  revertQuestion:
    'Поля получат прежние значения, а созданное будет отозвано. Вернуть {count, plural, one {# изменение} few {# изменения} many {# изменений} other {# изменения}}?',
  whatIsReverted: 'Что будет возвращено',
  andMore:
    'И ещё {count, plural, one {# изменение} few {# изменения} many {# изменений} other {# изменения}}.',
  refused: 'Эти изменения вернуть не удалось:',
  refusedItem: '{record}: {reason}',
}
