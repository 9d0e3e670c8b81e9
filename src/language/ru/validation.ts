import type { Translation } from '../translation.ts'

export const validation: Translation<'validation'> = {
  required: 'Заполните поле «{field}».',
  requiredOfSeveral: 'Заполните хотя бы одно поле: {field}, {others}.',
  invalidSelection: 'В поле «{field}» недопустимое значение.',
  invalidOption: 'В поле «{field}» недопустимое значение. Можно: {allowed}.',
  invalidBecause: 'В поле «{field}» недопустимое значение. {reason}',
  directionNotStored:
    'В поле «{field}» недопустимое значение. Можно: {allowed}. Направление «{slug}» есть в каноне, но не создано. Ближайшие: {nearest}.',
  format: 'Поле «{field}» заполнено в неверном формате.',
  date: 'В поле «{field}» нужна дата вида ГГГГ-ММ-ДД.',
  daysOfMonth:
    'В поле «{field}» нужна дата вида ГГГГ-ММ-ДД. {month, date, ::LLLL y}: {days, plural, one {# день} few {# дня} many {# дней} other {# дня}}.',
  cursorAsDay:
    'В поле «{field}» нужна дата вида ГГГГ-ММ-ДД. Курсор передают в since ленте изменений (list_changes, GET changes).',
  dayOrTime:
    'В поле «{field}» нужна дата вида ГГГГ-ММ-ДД или время по RFC 3339, например {example}; в URL вместо + пишут %2B.',
  week: 'В поле «{field}» нужна неделя по ISO 8601, например 2026-W48.',
  taken: 'Такое значение поля «{field}» уже занято.',
  duplicate: 'В поле «{field}» значение повторяется.',
  dateTooEarly: 'Дата в поле «{field}» должна быть не раньше даты в поле «{from}».',
  dayTooEarly: 'В поле «{field}» нужна дата с {day} или позже.',
  tooLate:
    'Дата в поле «{field}» должна быть не позже чем через {days, plural, one {# день} few {# дня} many {# дней} other {# дня}} после даты в поле «{from}».',
  periodTooLong: 'Период не длиннее {days, plural, one {# дня} few {# дней} many {# дней} other {# дня}}.',
  prohibited: 'Поле «{field}» здесь не допускается.',
  prohibitedAll: 'Поле «{field}» здесь не допускается: полей нет.',
  prohibitedUnlisted: 'Поле «{field}» здесь не допускается. Можно: {allowed}.',
  prohibitedWith: 'Поле «{field}» не допускается вместе с полем «{other}».',
  prohibitedWhenSorted: 'Поле «{field}» не допускается, если список отсортирован по другому полю.',
  prohibitedUnlessPosition: 'Поле «{field}» допускается только для позиции.',
  prohibitedUnlessBlocked: 'Поле «{field}» допускается, только если пользователя блокируют.',
  candidateBesideProduct:
    'Поле «{field}» здесь не допускается: продукт уже известен. Если он под вопросом, заполните и поле «{binding}».',
  requiredWithoutProduct: 'Заполните поле «{field}»: у приложения нет продукта.',
  requiredWhenResolved: 'Заполните поле «{field}»: сигнал закрывают с описанием того, что сделано.',
  requiredTogether: 'Заполните вместе поля «{one}» и «{other}».',
  measuredWithPosition: 'Пока есть позиция, в поле «{field}» должно быть «да».',
  notString: 'В поле «{field}» нужна строка.',
  notInteger: 'В поле «{field}» нужно целое число.',
  notNumber: 'В поле «{field}» нужно число.',
  decimalPlaces: 'В поле «{field}» не больше двух знаков после запятой.',
  notBoolean: 'В поле «{field}» нужно «да» или «нет».',
  notArray: 'В поле «{field}» нужен список.',
  notObject: 'В поле «{field}» нужен объект.',
  notValid: 'Поле «{field}» заполнено неверно.',
  email: 'В поле «{field}» нужен адрес электронной почты.',
  url: 'В поле «{field}» нужен URL.',
  tooLong:
    'Поле «{field}» не длиннее {maximum, plural, one {# знака} few {# знаков} many {# знаков} other {# знака}}.',
  tooShort:
    'Поле «{field}» не короче {minimum, plural, one {# знака} few {# знаков} many {# знаков} other {# знака}}.',
  tooMany:
    'В поле «{field}» не больше {maximum, plural, one {# значения} few {# значений} many {# значений} other {# значения}}.',
  tooGreat: 'Значение поля «{field}» не больше {maximum, number}.',
  tooSmall: 'Значение поля «{field}» не меньше {minimum, number}.',
  rawData: 'В поле «{field}» нужен вывод словами, а не сырые данные.',
  invisible: 'В поле «{field}» есть невидимый символ ({character}). Удалите его.',
  credential: 'В поле «{field}» есть секрет ({kind}). Удалите его и отзовите.',
  guessable:
    'Поле «{field}»: пароль легко угадать, он распространённый, предсказуемый или составлен из имени или почты. Возьмите четыре не связанных друг с другом слова или сгенерированный пароль.',
  subject: 'Поле «{field}»',
  addressNotHttps: '{subject}: нужен адрес https.',
  addressPort: '{subject}: порт {port} не подходит, по нему не отправляют запросы.',
  addressNotPublic: '{subject}: нужен публичный адрес, а не адрес частной сети.',
  wrongCredentials: 'Неверная почта или пароль.',
  wrongPassword: 'Текущий пароль неверен.',
  expectationChanged: 'Ожидание № {id} изменить нельзя: его день {day} прошёл.',
  expectationRemoved: 'Ожидание № {id} удалить нельзя: его день {day} прошёл. Оставьте его как есть.',
  item: '{list} (№ {number})',
  others:
    'Ошибки в перечисленных полях и ещё в {count, plural, one {# поле} few {# полях} many {# полях} other {# поля}}.',
}
