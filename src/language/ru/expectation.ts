import type { Translation } from '../translation.ts'

export const expectation: Translation<'expectation'> = {
  name: 'Ожидание',
  list: 'Ожидания',
  count: '{count, plural, one {# ожидание} few {# ожидания} many {# ожиданий} other {# ожидания}}',
  about:
    'Что решение должно изменить, насколько и к какому дню: клики приложения или продукта, рейтинг приложения или его позицию по ключу. Если приложение и продукт не указаны, измеряются те, к которым относится решение.',
  atLeast: 'Не меньше, в %, баллах или местах',
  keyword: 'Ключ, только для позиции',
  country: 'Страна, только для позиции',
  dayPassed: 'Его день прошёл, поэтому его нельзя ни изменить, ни удалить.',
  none: 'От этого решения не ждут ничего измеримого.',
  state: 'Указать, что оно должно изменить',
  beforeAndAfter: '{before} с {beforeFrom} по {beforeTo}, {after} с {afterFrom} по {afterTo}',
  nothing: 'нет данных',
  plotTitle: '{measured}: {name}',
  plotBefore: 'До',
  plotAfter: 'После',
  plotDecided: 'Решение',
  plotBy: 'Срок',
  text: '{measured}: {direction, select, up {рост} other {снижение}} хотя бы на {amount} к {day}',
  ofMetric: '{metric, select, clicks {Клики} rating {Рейтинг} other {Позиция}}',
  ofPosition: 'Позиция по ключу «{keyword}» ({country})',
  rose: '{metric, select, clicks {Клики выросли на {amount}} rating {Рейтинг вырос на {amount}} other {Позиция улучшилась на {amount}}}',
  fell: '{metric, select, clicks {Клики снизились на {amount}} rating {Рейтинг снизился на {amount}} other {Позиция ухудшилась на {amount}}}',
  unchanged:
    '{metric, select, clicks {Клики не изменились} rating {Рейтинг не изменился} other {Позиция не изменилась}}',
  sameWay: '{changed}, ожидалось хотя бы на {amount}',
  otherWay: '{changed}, ожидалось {direction, select, up {повышение} other {снижение}} хотя бы на {amount}',
  sameWaySoFar: '{changed}, ожидается хотя бы на {amount}: {time}',
  otherWaySoFar:
    '{changed}, ожидается {direction, select, up {повышение} other {снижение}} хотя бы на {amount}: {time}',
  nothingYet: '{expectation} — сравнить пока нечего, {time}',
  lastDay: 'сегодня последний день',
  daysLeft:
    '{count, plural, one {остался # день} few {осталось # дня} many {осталось # дней} other {осталось # дня}}',
  percent: '{text}\u00A0%',
  points: '{text} {count, plural, one {балл} few {балла} many {баллов} other {балла}}',
  places: '{text} {count, plural, one {место} few {места} many {мест} other {места}}',
  lessThan: 'менее чем {text}',
  unclear:
    'Неясно, {metric, select, clicks {{direction, select, up {выросли} other {снизились}} ли клики} rating {{direction, select, up {вырос} other {снизился}} ли рейтинг} other {{direction, select, up {улучшилась} other {ухудшилась}} ли позиция}} хотя бы на {amount}: {reason}',
  nothingBoth:
    'нет измерений за {days, plural, one {# день} few {# дня} many {# дней} other {# дня}} до решения и за {days, plural, one {последний # день} few {последние # дня} many {последние # дней} other {последние # дня}}',
  nothingBefore:
    'нет измерений за {days, plural, one {# день} few {# дня} many {# дней} other {# дня}} до решения',
  nothingAfter:
    'нет измерений за {days, plural, one {последний # день} few {последние # дня} many {последние # дней} other {последние # дня}}',
  noClicksBefore:
    'не было кликов за {days, plural, one {# день} few {# дня} many {# дней} other {# дня}} до решения',
  fewBefore:
    'клики записаны только за {before} из {days, plural, one {# дня} few {# дней} many {# дней} other {# дня}} до решения',
  fewAfter:
    'клики записаны только за {after} из {days, plural, one {последнего # дня} few {последних # дней} many {последних # дней} other {последних # дня}}',
  fewBoth:
    'клики записаны только за {before} из {days, plural, one {# дня} few {# дней} many {# дней} other {# дня}} до решения и за {after} из {days, plural, one {последнего # дня} few {последних # дней} many {последних # дней} other {последних # дня}}',
  fewDays: 'клики записаны меньше чем за половину дней',
}
