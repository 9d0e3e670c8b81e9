/** The search over all records. */
export const search = {
  title: 'Search',
  titleOf: 'Search: {text}',
  about:
    'In the box above, type words from a name, title, review, slug, store ID, email, phone or Telegram name.',
  none: 'No record contains “{text}”.',
  relaxed: 'No record has all words. These have some of them.',
  atMost: 'At most {count, number} are shown. Add a word to find others.',
  moreInList: 'More in the list',
} as const
