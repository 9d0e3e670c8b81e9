import type { Translation } from '../translation.ts'

export const compare: Translation<'compare'> = {
  title: 'Сравнение продуктов',
  tick: 'Отметьте от двух до пяти продуктов на <map>карте портфеля</map> или в <list>списке продуктов</list>.',
  tooMany:
    'Выберите для сравнения не больше {max, plural, one {# продукта} few {# продуктов} many {# продуктов} other {# продукта}}.',
  tooFew:
    'Выберите для сравнения не меньше {min, plural, one {# продукта} few {# продуктов} many {# продуктов} other {# продукта}}.',
  unknown: 'Нет такого продукта: {names}.',
  leaveOut: 'Убрать: {name}',
  clicksPerDay:
    'Клики по дням, {days, plural, one {последний # полный день} few {последние # полных дня} many {последние # полных дней} other {последние # полного дня}}',
  unresolvedSignals: 'Нерешённые сигналы',
  openDecisions: 'Действующие решения',
  openTasks: 'Открытые задачи',
  store: 'Магазин',
  ratings: 'Рейтинг',
  numberOfRatings: '{count, plural, one {# оценка} few {# оценки} many {# оценок} other {# оценки}}',
  bestKeywords: 'Лучшие ключи',
  rulesThatApply: 'Правила канона',
  signals:
    '{type, select, problem {{count, plural, one {# проблема} few {# проблемы} many {# проблем} other {# проблемы}}} risk {{count, plural, one {# риск} few {# риска} many {# рисков} other {# риска}}} other {{count, plural, one {# точка роста} few {# точки роста} many {# точек роста} other {# точки роста}}}} {severity}',
  reviewOn: 'пересмотр {day}',
  dueOn: 'срок {day}',
  version: 'версия {version}',
  installs: 'установки: {band}',
  dayPhrase: 'на {day}',
}
