import type { Translation } from '../translation.ts'

export const keyword: Translation<'keyword'> = {
  name: 'Ключ',
  list: 'Ключи',
  new: 'Новый ключ',
  created: 'Ключ создан.',
  saved: 'Ключ сохранён.',
  deleteQuestion: 'Удалить ключ? Он исчезнет из всех списков, история сохранится.',
  deleted: 'Ключ удалён.',
  count: '{count, plural, one {# ключ} few {# ключа} many {# ключей} other {# ключа}}',
  moreThan: 'Больше {count, number} ключей',
  none: 'Ключей пока нет.',
  noneHere: 'Ключей пока нет',
  changeSeveral: 'Изменить ключи',
  mayNotChange: 'Этот ключ вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменён # ключ} few {Изменены # ключа} many {Изменено # ключей} other {Изменено # ключа}}.',
  about: 'Поисковые запросы, по которым работает стратегия, с последней позицией.',
  tracked: 'Отслеживаемые',
  won: 'Цель достигнута',
}
