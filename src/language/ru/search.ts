import type { Translation } from '../translation.ts'

export const search: Translation<'search'> = {
  title: 'Поиск',
  titleOf: 'Поиск: {text}',
  about:
    'Введите в поле вверху слова из имени, названия, отзыва, slug, ID в магазине, почты, телефона или имени в Telegram.',
  none: 'Ни в одной записи нет «{text}».',
  relaxed: 'Записей со всеми словами нет. В этих есть некоторые из слов.',
  atMost: 'Показано не больше {count, number}. Добавьте слово, чтобы найти другие.',
  moreInList: 'Ещё в списке',
}
