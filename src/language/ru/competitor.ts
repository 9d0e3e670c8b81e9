import type { Translation } from '../translation.ts'

export const competitor: Translation<'competitor'> = {
  name: 'Конкурент',
  list: 'Конкуренты',
  new: 'Новый конкурент',
  created: 'Конкурент создан.',
  saved: 'Конкурент сохранён.',
  deleteQuestion: 'Удалить конкурента? Он исчезнет из всех списков, история сохранится.',
  deleted: 'Конкурент удалён.',
  count: '{count, plural, one {# конкурент} few {# конкурента} many {# конкурентов} other {# конкурента}}',
  moreThan: 'Больше {count, number} конкурентов',
  none: 'Конкурентов пока нет.',
  noneHere: 'Конкурентов пока нет',
  changeSeveral: 'Изменить конкурентов',
  mayNotChange: 'Этого конкурента вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменён # конкурент} few {Изменены # конкурента} many {Изменено # конкурентов} other {Изменено # конкурента}}.',
  about: 'Продукты других компаний, с которыми сравнивают наши.',
  direct: 'Прямые',
  indirect: 'Косвенные',
  aspiration: 'Ориентиры',
  rated:
    'Средняя оценка {rating} из 5, {count, plural, one {# отзыв} few {# отзыва} many {# отзывов} other {# отзыва}}',
  notRated: 'Оценок нет, {count, plural, one {# отзыв} few {# отзыва} many {# отзывов} other {# отзыва}}',
}
