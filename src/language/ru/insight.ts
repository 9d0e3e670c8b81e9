import type { Translation } from '../translation.ts'

export const insight: Translation<'insight'> = {
  name: 'Вывод',
  list: 'Выводы',
  new: 'Новый вывод',
  created: 'Вывод создан.',
  saved: 'Вывод сохранён.',
  deleteQuestion: 'Удалить вывод? Он исчезнет из всех списков, история сохранится.',
  deleted: 'Вывод удалён.',
  count: '{count, plural, one {# вывод} few {# вывода} many {# выводов} other {# вывода}}',
  moreThan: 'Больше {count, number} выводов',
  none: 'Выводов пока нет.',
  noneHere: 'Выводов пока нет',
  changeSeveral: 'Изменить выводы',
  mayNotChange: 'Этот вывод вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменён # вывод} few {Изменены # вывода} many {Изменено # выводов} other {Изменено # вывода}}.',
  about: 'Что узнали о продуктах, приложениях и направлениях из данных, которые хранятся в других системах.',
  highImpact: 'Высокая значимость',
  verified: 'Подтверждённые',
  retractQuestion:
    'Снять вывод? Запись сохранится, но не будет показана в списках, поиске и на страницах продуктов.',
  retracted: 'Вывод снят.',
  restored: 'Вывод восстановлен.',
}
