import type { Translation } from '../translation.ts'

export const week: Translation<'week'> = {
  name: 'Неделя {week}',
  title: 'Неделя {week}, {from} — {to}',
  runningAbout: 'Текущая неделя, до этого часа. Нынешнее состояние — на <map>карте портфеля</map>.',
  pastAbout:
    'Что ждёт решения, показано на сегодня, а что произошло — за неделю. Нынешнее состояние — на <map>карте портфеля</map>.',
  weeks: 'Недели',
  runningWeek: 'Текущая неделя',
  inShort: 'Коротко',
  verdictsAreDue:
    '<verdicts>{count, plural, one {# решение} few {# решения} many {# решений} other {# решения}}</verdicts> {count, plural, one {ждёт} few {ждут} many {ждут} other {ждут}} оценки: <decision>{title}</decision>.',
  clicksFellUntouched:
    '<product>{name}</product>: {days, plural, one {# день} few {# дня} many {# дней} other {# дня}} без изменений, а клики за {period, plural, one {# день} few {# дня} many {# дней} other {# дня}} упали на {percent}\u00a0%, с {before, number} до {now, number}.',
  criticalUnresolved:
    'Не {count, plural, one {решён} few {решены} many {решено} other {решено}} <signals>{count, plural, one {# критичный сигнал} few {# критичных сигнала} many {# критичных сигналов} other {# критичного сигнала}}</signals>, например <signal>{title}</signal>.',
  rose: '{subject}: рост, с <before>{previous, number}</before> до <now>{current, number}</now>.',
  fell: '{subject}: падение, с <before>{previous, number}</before> до <now>{current, number}</now>.',
  roseBy:
    '{subject}: рост на {percent, number}\u00a0%, с <before>{previous, number}</before> до <now>{current, number}</now>.',
  fellBy:
    '{subject}: падение на {percent, number}\u00a0%, с <before>{previous, number}</before> до <now>{current, number}</now>.',
  changesUndone:
    'Агент {agent}: {count, plural, one {отменено} few {отменены} many {отменено} other {отменено}} <changes>{count, plural, one {# изменение} few {# изменения} many {# изменений} other {# изменения}}</changes>.',
  decisionsMade:
    '{count, plural, one {Принято} few {Приняты} many {Принято} other {Принято}} <decisions>{count, plural, one {# решение} few {# решения} many {# решений} other {# решения}}</decisions>, последнее: <decision>{title}</decision>.',
  moverClicks: 'Клики, {app}',
  moverRating: 'Рейтинг, {app}',
  moverPosition: 'Позиция по «{keyword}» ({country}), {app}',
  waitsForDecision: 'Сейчас ждёт решения',
  verdictsDue: 'Решения ждут оценки',
  overdueTasks: 'Просроченные задачи',
  openSince: 'открыт: {time}',
  dueOn: 'срок {day}, {owner}',
  withoutOwner: 'без ответственного',
  happened: 'Что произошло',
  madeDecisions: 'Принято решений',
  verdictsReached: 'Наступил срок оценки',
  signalsOpened: 'Новых сигналов',
  signalsResolved: 'Решено сигналов',
  tasksDone: 'Сделано задач',
  decided: 'Что решили и почему',
  nothingDecided: 'Решений не было.',
  noReason: 'Причина не записана.',
  untouched: 'Без изменений {days, plural, one {# день} few {# дня} many {# дней} other {# дня}}: {count}',
  allTouched:
    'За {days, plural, one {последний # день} few {последние # дня} many {последние # дней} other {последние # дня}} изменён каждый продукт со статусом «Основной» или «Следующий».',
  lastChange: 'последнее изменение: {time}',
  more: 'и ещё {count, number}: <all>все {total, number}</all>',
  agents: 'Что сделали агенты',
  noAgents: 'Агенты ничего не записали.',
  onlyMostActive: 'Здесь только самые активные агенты. <all>Все прямые изменения</all>',
  changes: 'Изменения',
  proposals: 'Предложения',
  applied: 'Применено',
  rejected: 'Отклонено',
  undone: 'Отменено',
  caught: 'Сработавшие правила',
  nothingCaught: 'Ни одно правило не сработало.',
  refused: 'Запросов отклонено правилом: <requests>{count, number}</requests>',
  caughtAbout:
    'Предложения, которые правило задержало или о которых предупредило, и запросы, которые оно отклонило. Предупреждения о сохранённых изменениях и отказы в этом интерфейсе не записываются.',
  rules: 'Изменённые и предложенные правила',
  noRules: 'Правила не меняли и не предлагали.',
  proposed: 'Предложено',
  changed: 'Изменено',
  newRule: '{title} (новое)',
  onlyLatestRules: 'Здесь только последние. <all>Все правила канона</all>',
  table: '{name}, таблица',
  moved: 'Что изменилось',
  nothingMoved: 'Клики, оценки и позиции не изменились.',
  noFullDay: 'На этой неделе ещё не прошёл ни один полный день.',
  measured: 'Что измерено',
  now: 'Стало',
  movedAbout:
    'Самые большие изменения: {from} — {to} по сравнению с {beforeFrom} — {beforeTo}. Чем меньше позиция, тем лучше.',
}
