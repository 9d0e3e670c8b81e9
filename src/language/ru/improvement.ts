import type { Translation } from '../translation.ts'

export const improvement: Translation<'improvement'> = {
  name: 'Улучшение',
  list: 'Улучшения',
  new: 'Новое улучшение',
  created: 'Улучшение создано.',
  saved: 'Улучшение сохранено.',
  deleteQuestion: 'Удалить улучшение? Оно исчезнет из всех списков, история сохранится.',
  deleted: 'Улучшение удалено.',
  count: '{count, plural, one {# улучшение} few {# улучшения} many {# улучшений} other {# улучшения}}',
  moreThan: 'Больше {count, number} улучшений',
  none: 'Улучшений пока нет.',
  noneHere: 'Улучшений пока нет',
  changeSeveral: 'Изменить улучшения',
  mayNotChange: 'Это улучшение вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменено # улучшение} few {Изменены # улучшения} many {Изменено # улучшений} other {Изменено # улучшения}}.',
  about: 'Предложенные улучшения сервисов. Готовые скрыты, если фильтр их не включает.',
  newOnes: 'Новые',
  inProgress: 'В работе',
  all: 'Все',
}
