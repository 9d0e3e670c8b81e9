import type { Translation } from '../translation.ts'

export const strategy: Translation<'strategy'> = {
  name: 'Стратегия',
  list: 'Стратегии',
  new: 'Новая стратегия',
  created: 'Стратегия создана.',
  saved: 'Стратегия сохранена.',
  deleteQuestion: 'Удалить стратегию? Она исчезнет из всех списков, история сохранится.',
  deleted: 'Стратегия удалена.',
  count: '{count, plural, one {# стратегия} few {# стратегии} many {# стратегий} other {# стратегии}}',
  moreThan: 'Больше {count, number} стратегий',
  none: 'Стратегий пока нет.',
  noneHere: 'Стратегий пока нет',
  changeSeveral: 'Изменить стратегии',
  mayNotChange: 'Эту стратегию вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменена # стратегия} few {Изменены # стратегии} many {Изменено # стратегий} other {Изменено # стратегии}}.',
  about: 'Планы продвижения компаний и продвигаемых приложений. К ним относятся ключи.',
  active: 'Действующие',
  drafts: 'Черновики',
}
