import type { Translation } from '../translation.ts'

export const timeline: Translation<'timeline'> = {
  title: 'Хронология',
  period: 'Период хронологии',
  days: '{days, plural, one {# день} few {# дня} many {# дней} other {# дня}}',
  nothing:
    'За {days, plural, one {последний # день} few {последние # дня} many {последние # дней} other {последние # дня}} ничего не произошло.',
  plot: '{from} — {to} и сегодня',
  keywords: 'Ключи на графике позиций',
  keywordsAbout:
    'Не больше {count, number}. Показана лучшая позиция среди платформ. Если ничего не выбрать, показаны ключи, которые изменились сильнее всего.',
  show: 'Показать',
  movedMost: 'Изменившиеся сильнее всего',
  notFound: 'не найдено',
  risen: '{place}, рост',
  fallen: '{place}, падение',
  noPositions:
    'За {days, plural, one {последний # день} few {последние # дня} many {последние # дней} other {последние # дня}} позиции по ключам не измерялись.',
  importPositions: 'Загрузить позиции',
  rank: 'Позиция',
  rating: 'Рейтинг',
  clicks: 'Клики',
  taskDone: 'Готово: {title}',
  taskNew: 'Новая: {title}',
  releases: 'Версии',
  release: '{version}, {app}',
  changes:
    '{agent}: {count, plural, one {# изменение} few {# изменения} many {# изменений} other {# изменения}}',
  unjudged: 'Решение без итога',
  met: 'Решение: сбылось',
  partlyMet: 'Решение: сбылось частично',
  notMet: 'Решение: не сбылось',
  unclear: 'Решение: неясно',
  judged: '{title} ({outcome})',
}
