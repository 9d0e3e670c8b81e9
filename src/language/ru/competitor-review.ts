import type { Translation } from '../translation.ts'

export const competitorReview: Translation<'competitorReview'> = {
  name: 'Отзыв о конкуренте',
  list: 'Отзывы о конкурентах',
  new: 'Новый отзыв о конкуренте',
  created: 'Отзыв о конкуренте создан.',
  saved: 'Отзыв о конкуренте сохранён.',
  deleteQuestion: 'Удалить отзыв о конкуренте? Он исчезнет из всех списков, история сохранится.',
  deleted: 'Отзыв о конкуренте удалён.',
  count:
    '{count, plural, one {# отзыв о конкуренте} few {# отзыва о конкуренте} many {# отзывов о конкурентах} other {# отзыва о конкуренте}}',
  moreThan: 'Больше {count, number} отзывов о конкурентах',
  none: 'Отзывов о конкурентах пока нет.',
  noneHere: 'Отзывов о конкурентах пока нет',
  changeSeveral: 'Изменить отзывы о конкурентах',
  mayNotChange: 'Этот отзыв о конкуренте вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменён # отзыв о конкуренте} few {Изменены # отзыва о конкуренте} many {Изменено # отзывов о конкурентах} other {Изменено # отзыва о конкуренте}}.',
}
