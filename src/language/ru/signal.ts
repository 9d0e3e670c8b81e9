import type { Translation } from '../translation.ts'

export const signal: Translation<'signal'> = {
  name: 'Сигнал',
  list: 'Сигналы',
  new: 'Новый сигнал',
  created: 'Сигнал создан.',
  saved: 'Сигнал сохранён.',
  deleteQuestion: 'Удалить сигнал? Он исчезнет из всех списков, история сохранится.',
  deleted: 'Сигнал удалён.',
  count: '{count, plural, one {# сигнал} few {# сигнала} many {# сигналов} other {# сигнала}}',
  moreThan: 'Больше {count, number} сигналов',
  none: 'Сигналов пока нет.',
  noneHere: 'Сигналов пока нет',
  changeSeveral: 'Изменить сигналы',
  mayNotChange: 'Этот сигнал вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменён # сигнал} few {Изменены # сигнала} many {Изменено # сигналов} other {Изменено # сигнала}}.',
  about: 'Проблемы, риски и точки роста продуктов, приложений и направлений.',
  usualOrder: 'сначала нерешённые, по важности',
  unresolved: 'Нерешённые',
  open: 'Открытые',
  openCritical: 'Открытые критичные',
  openHigh: 'Открытые высокой важности',
  resolve: 'Решено',
  resolveQuestion: 'Что сделано по этому сигналу?',
  resolved: 'Сигнал решён.',
  decide: 'Принять решение',
}
