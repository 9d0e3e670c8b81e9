import type { Translation } from '../translation.ts'

export const userToken: Translation<'userToken'> = {
  name: 'Токен API',
  list: 'Токены API',
  new: 'Новый токен API',
  created: 'Токен API создан.',
  saved: 'Токен API сохранён.',
  deleteQuestion: 'Удалить токен API? Он исчезнет из всех списков, история сохранится.',
  deleted: 'Токен API удалён.',
  count: '{count, plural, one {# токен API} few {# токена API} many {# токенов API} other {# токена API}}',
  moreThan: 'Больше {count, number} токенов API',
  none: 'Токенов API пока нет.',
  noneHere: 'Токенов API пока нет',
  changeSeveral: 'Изменить токены API',
  mayNotChange: 'Этот токен API вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменён # токен API} few {Изменены # токена API} many {Изменено # токенов API} other {Изменено # токена API}}.',
  about: 'С этими токенами программы обращаются к API операций от имени владельца токена.',
  revoked: 'Токен API отозван.',
  secretTitle: 'Токен API создан',
  secret:
    'Это секрет токена «{name}». Программы отправляют его в заголовке Authorization после слова Bearer.',
}
