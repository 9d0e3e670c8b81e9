import type { Translation } from '../translation.ts'

export const note: Translation<'note'> = {
  title: 'Заметки',
  note: 'Заметка',
  help: '@ с полным именем или адресом почты пользователя покажет заметку в его разделе «Мой день».',
  add: 'Добавить заметку',
  added: 'Заметка добавлена.',
  none: 'Нет',
  deleteTitle: 'Удалить заметку',
  deleteQuestion: 'Удалить эту заметку? Она исчезнет из записи.',
  deleted: 'Заметка удалена.',
  deleteOf: 'Удалить заметку от {time}',
  pages: 'Страницы заметок',
  newer: 'Более новые заметки',
  older: 'Более старые заметки',
}
