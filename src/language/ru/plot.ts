import type { Translation } from '../translation.ts'

export const plot: Translation<'plot'> = {
  noData: 'За этот период данных нет.',
  todaySoFar: 'Сегодня, пока',
  soFar: '{value} пока',
  notFound: 'не найдено',
  numbers: 'Числа',
  numbersOf: '{title}, числа',
  time: 'Время',
  numbersBelow: '{title}. Числа — в таблице ниже.',
  marks: 'Отмечено на графике',
  olderMarks: 'Также отмечено на графике',
  more: 'ещё {count, number}',
  spans: '{label}, {total, number}',
  since: 'с {from}',
  fromTo: '{from} — {to}',
  drawn: '{label}: показано {count, number} из {total, number}',
}
