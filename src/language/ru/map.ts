import type { Translation } from '../translation.ts'

export const map: Translation<'map'> = {
  about:
    'Плитка — это продукт. Её цвет и первые слова — худший нерешённый сигнал, длина полосы — клики за последние {days, plural, one {# полный день} few {# полных дня} many {# полных дней} other {# полного дня}} или установки, стрелка — изменение к предыдущему такому же периоду, флажок — просроченная работа.',
  compare: 'Сравнить: {product}, {direction}',
  overdueMark: 'просрочено',
  asTable: 'Карта в виде таблицы',
  productsOfMap: 'Продукты карты',
  worstSignal: 'Худший нерешённый сигнал',
  unresolved: 'Не решено',
  clicks: 'Клики, {days, plural, one {# день} few {# дня} many {# дней} other {# дня}}',
  change: 'Изменение',
  installs: 'Установки',
  overdue: 'Просрочено',
  isNew: 'новые',
  steady: '±0\u00a0%',
  more: '+{percent, number}\u00a0%',
  fewer: '−{percent, number}\u00a0%',
  changeNew: 'за предыдущие {days, plural, one {# день} few {# дня} many {# дней} other {# дня}} их не было',
  changeSteady:
    'столько же, сколько за предыдущие {days, plural, one {# день} few {# дня} many {# дней} other {# дня}}',
  changeMore:
    'на {percent, number}\u00a0% больше, чем за предыдущие {days, plural, one {# день} few {# дня} many {# дней} other {# дня}}',
  changeFewer:
    'на {percent, number}\u00a0% меньше, чем за предыдущие {days, plural, one {# день} few {# дня} many {# дней} other {# дня}}',
  state:
    '{severity, select, critical {{type, select, problem {Критичная проблема} risk {Критичный риск} other {Критичная точка роста}}} other {{type, select, problem {Проблема} risk {Риск} other {Точка роста}} {severity, select, high {высокой} medium {средней} other {низкой}} важности}}',
  noOpenSignal: 'Сигналов нет',
  noUnresolvedSignal: 'Нерешённых сигналов нет.',
  worst: '{state}: «{title}».',
  worstOfSeveral:
    '{state}: «{title}». Всего {count, plural, one {# нерешённый сигнал} few {# нерешённых сигнала} many {# нерешённых сигналов} other {# нерешённого сигнала}}.',
  overdueTasks:
    '{count, plural, one {# просроченная задача} few {# просроченные задачи} many {# просроченных задач} other {# просроченной задачи}}',
  overdueReviews:
    '{count, plural, one {# просроченный пересмотр решения} few {# просроченных пересмотра решений} many {# просроченных пересмотров решений} other {# просроченного пересмотра решений}}',
  overdueTasksAndReviews:
    '{tasks, plural, one {# просроченная задача} few {# просроченные задачи} many {# просроченных задач} other {# просроченной задачи}} и {reviews, plural, one {# просроченный пересмотр решения} few {# просроченных пересмотра решений} many {# просроченных пересмотров решений} other {# просроченного пересмотра решений}}',
  sentence: '{text}.',
  clicksIn:
    '{count, plural, one {# клик} few {# клика} many {# кликов} other {# клика}} за {days, plural, one {# день} few {# дня} many {# дней} other {# дня}}, {change}.',
  installsKnown: 'Установки: {bands}.',
  nothingKnown: 'О кликах и установках ничего не известно.',
}
