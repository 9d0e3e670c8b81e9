import type { Translation } from '../translation.ts'

export const validation: Translation<'validation'> = {
  required: 'Заполните поле «{field}».',
  requiredOfSeveral: 'Заполните поле «{field}» или другое из них: {others}.',
  invalidSelection: 'В поле «{field}» недопустимое значение.',
  invalidOption: 'В поле «{field}» недопустимое значение. Можно: {allowed}.',
  format: 'Поле «{field}» заполнено в неверном формате.',
  date: 'В поле «{field}» нужна дата вида ГГГГ-ММ-ДД.',
  daysOfMonth:
    'В поле «{field}» нужна дата вида ГГГГ-ММ-ДД. {month, date, ::LLLL y}: {days, plural, one {# день} few {# дня} many {# дней} other {# дня}}.',
  cursorAsDay:
    'В поле «{field}» нужна дата вида ГГГГ-ММ-ДД. Курсор передают в since ленте изменений (list_changes, GET changes).',
  taken: 'Такое значение поля «{field}» уже занято.',
  duplicate: 'В поле «{field}» значение повторяется.',
  dateTooEarly: 'Дата в поле «{field}» должна быть не раньше даты в поле «{from}».',
  prohibited: 'Поле «{field}» здесь не допускается.',
  prohibitedAll: 'Поле «{field}» здесь не допускается: полей нет.',
  prohibitedUnlisted: 'Поле «{field}» здесь не допускается. Можно: {allowed}.',
  notString: 'В поле «{field}» нужна строка.',
  notInteger: 'В поле «{field}» нужно целое число.',
  notBoolean: 'В поле «{field}» нужно «да» или «нет».',
  notArray: 'В поле «{field}» нужен список.',
  notObject: 'В поле «{field}» нужен объект.',
  notValid: 'Поле «{field}» заполнено неверно.',
  email: 'В поле «{field}» нужен адрес электронной почты.',
  url: 'В поле «{field}» нужен URL.',
  tooLong: 'Поле «{field}» не длиннее {maximum} знаков.',
  tooMany: 'В поле «{field}» не больше {maximum} значений.',
  tooGreat: 'Значение поля «{field}» не больше {maximum}.',
  tooSmall: 'Значение поля «{field}» не меньше {minimum}.',
  others:
    'Ошибки в перечисленных полях и ещё в {count, plural, one {# поле} few {# полях} many {# полях} other {# поля}}.',
}
