import type { Translation } from '../translation.ts'

export const app: Translation<'app'> = {
  name: 'Приложение',
  list: 'Приложения',
  new: 'Новое приложение',
  created: 'Приложение создано.',
  saved: 'Приложение сохранено.',
  deleteQuestion: 'Удалить приложение? Оно исчезнет из всех списков, история сохранится.',
  deleted: 'Приложение удалено.',
  count: '{count, plural, one {# приложение} few {# приложения} many {# приложений} other {# приложения}}',
  moreThan: 'Больше {count, number} приложений',
  none: 'Приложений пока нет.',
  noneHere: 'Приложений пока нет',
  changeSeveral: 'Изменить приложения',
  mayNotChange: 'Это приложение вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменено # приложение} few {Изменены # приложения} many {Изменено # приложений} other {Изменено # приложения}}.',
  about: 'Реализация продукта на одной платформе. Приложение без продукта относится к направлению.',
  confirmed: 'Подтверждённые',
  productCandidates: 'Кандидаты в продукты',
  unbound: 'Без продукта',
}
