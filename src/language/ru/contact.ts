import type { Translation } from '../translation.ts'

export const contact: Translation<'contact'> = {
  name: 'Контакт',
  list: 'Контакты',
  new: 'Новый контакт',
  created: 'Контакт создан.',
  saved: 'Контакт сохранён.',
  deleteQuestion: 'Удалить контакт? Он исчезнет из всех списков, история сохранится.',
  deleted: 'Контакт удалён.',
  count: '{count, plural, one {# контакт} few {# контакта} many {# контактов} other {# контакта}}',
  moreThan: 'Больше {count, number} контактов',
  none: 'Контактов пока нет.',
  noneHere: 'Контактов пока нет',
  changeSeveral: 'Изменить контакты',
  mayNotChange: 'Этот контакт вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменён # контакт} few {Изменены # контакта} many {Изменено # контактов} other {Изменено # контакта}}.',
  about: 'Люди, которые пишут через бота или добавлены вручную.',
  active: 'Активные',
  fromBots: 'Из ботов',
  conversation: 'Переписка',
  conversationPages: 'Страницы переписки',
  newest: 'Последние',
  older: 'Раньше',
  byContact: 'Контакт',
  byAgent: 'Агент {agent}',
}
