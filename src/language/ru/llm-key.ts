import type { Translation } from '../translation.ts'

export const llmKey: Translation<'llmKey'> = {
  name: 'Ключ LLM',
  list: 'Ключи LLM',
  new: 'Новый ключ LLM',
  created: 'Ключ LLM создан.',
  saved: 'Ключ LLM сохранён.',
  deleteQuestion: 'Удалить ключ LLM? Он исчезнет из всех списков, история сохранится.',
  deleted: 'Ключ LLM удалён.',
  count: '{count, plural, one {# ключ LLM} few {# ключа LLM} many {# ключей LLM} other {# ключа LLM}}',
  moreThan: 'Больше {count, number} ключей LLM',
  none: 'Ключей LLM пока нет.',
  noneHere: 'Ключей LLM пока нет',
  changeSeveral: 'Изменить ключи LLM',
  mayNotChange: 'Этот ключ LLM вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменён # ключ LLM} few {Изменены # ключа LLM} many {Изменено # ключей LLM} other {Изменено # ключа LLM}}.',
  about:
    'С этими ключами боты и сервисы обращаются к API ассистентов: сервисы, улучшения, задачи, ошибки и агенты.',
  revoked: 'Ключ LLM отозван.',
  secretTitle: 'Ключ LLM создан',
  secret: 'Это секрет ключа «{name}». Его отправляют в заголовке X-LLM-Key.',
}
