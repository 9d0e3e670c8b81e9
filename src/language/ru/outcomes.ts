import type { Translation } from '../translation.ts'

export const outcomes: Translation<'outcomes'> = {
  about:
    'Чем закончились решения по оценке людей и какие решения ждут оценки: день, к которому ожидался результат, прошёл.',
  none: 'Оценённых решений пока нет, и оценки ничто не ждёт. Укажите в <decisions>решении</decisions>, чего вы ожидаете и к какому дню, и после этого дня оцените итог.',
  byType: 'По типам',
  byOwner: 'По ответственным',
  byTypeTable: 'Итоги по типам',
  byOwnerTable: 'Итоги по ответственным',
  judged: 'Оценено',
  shareOfOutcomes: 'Доля каждого итога',
  metPercent: 'Сбылось, %',
  due: 'Ждут',
}
