/** Notes that people write about a record. */
export const note = {
  title: 'Notes',
  note: 'Note',
  help: '@ with the full name or email of a user puts the note into the My day of that user.',
  add: 'Add note',
  added: 'Note added.',
  none: 'None',
  deleteTitle: 'Delete note',
  deleteQuestion: 'Delete this note? It disappears from the record.',
  deleted: 'Note deleted.',
  deleteOf: 'Delete the note of {time}',
  pages: 'Pages of notes',
  newer: 'Newer notes',
  older: 'Older notes',
} as const
