import type { Translation } from '../translation.ts'

export const proposal: Translation<'proposal'> = {
  batch: 'Пакет из {count}',
  create:
    '{kind, select, signal {Новый сигнал} insight {Новый вывод} economics {Новая сводка экономики} decision {Новое решение} task {Новая задача} canon_rule {Новое правило канона} product {Новый продукт} app {Новое приложение} direction {Новое направление} other {Новая запись}}',
  change:
    'Изменение {kind, select, signal {сигнала} insight {вывода} economics {сводки экономики} decision {решения} task {задачи} canon_rule {правила канона} product {продукта} app {приложения} direction {направления} other {записи}}',
  retract:
    'Снятие {kind, select, signal {сигнала} insight {вывода} economics {сводки экономики} decision {решения} task {задачи} canon_rule {правила канона} product {продукта} app {приложения} direction {направления} other {записи}}',
  restore:
    'Восстановление {kind, select, signal {сигнала} insight {вывода} economics {сводки экономики} decision {решения} task {задачи} canon_rule {правила канона} product {продукта} app {приложения} direction {направления} other {записи}}',
  stale: 'Устарело',
  staleAbout: 'То, что оно меняет, уже изменили другие',
  waitForDecision:
    '{count, plural, one {Решения по этой записи ждёт # предложение} few {Решения по этой записи ждут # предложения} many {Решения по этой записи ждут # предложений} other {Решения по этой записи ждут # предложения}}: {proposals}',
  waitForChanges:
    '{count, plural, one {# предложение по этой записи ждёт} few {# предложения по этой записи ждут} many {# предложений по этой записи ждут} other {# предложения по этой записи ждут}} доработки автором: {proposals}',
  batchBy: '{title}, автор: {author}',
  changeBy: 'изменение, автор: {author}',
}
