import type { Translation } from '../translation.ts'

export const agent: Translation<'agent'> = {
  name: 'Агент',
  list: 'Агенты',
  new: 'Новый агент',
  created: 'Агент создан.',
  saved: 'Агент сохранён.',
  deleteQuestion: 'Удалить агента? Он исчезнет из всех списков, история сохранится.',
  deleted: 'Агент удалён.',
  count: '{count, plural, one {# агент} few {# агента} many {# агентов} other {# агента}}',
  moreThan: 'Больше {count, number} агентов',
  none: 'Агентов пока нет.',
  noneHere: 'Агентов пока нет',
  changeSeveral: 'Изменить агентов',
  mayNotChange: 'Этого агента вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменён # агент} few {Изменены # агента} many {Изменено # агентов} other {Изменено # агента}}.',
  about:
    'Ассистенты, от имени которых боты отвечают и записывают переписку. Запросы для выключенного агента отклоняются.',
  on: 'Включённые',
  off: 'Выключенные',
  switchOn: 'Включить',
  switchedOn: 'Агент включён.',
  restart: 'Перезапустить',
  restarted: 'Агент перезапущен.',
  switchOff: 'Выключить',
  switchOffQuestion:
    'Выключить агента? Запросы ботов для этого агента будут отклоняться, пока его не включат.',
  switchedOff: 'Агент выключен.',
}
