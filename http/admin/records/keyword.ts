import { phrase } from '../../../src/language/phrase.ts'
import { KeywordChange, NewKeyword } from '../../../src/operations/keyword/keyword.ts'
import { Keyword, KeywordQuery, listKeywords, readKeyword } from '../../../src/operations/keyword/read.ts'
import { changeKeyword, createKeyword, removeKeyword } from '../../../src/operations/keyword/writes.ts'
import { recordPages } from '../record/record.ts'

/** Keywords. */
export const keywordPages = recordPages({
  texts: 'keyword',
  group: 'operations',
  about: phrase('keyword.about'),
  historyType: 'keyword',
  columns: [
    'keyword',
    'status',
    'priority',
    'strategy',
    'country',
    'position',
    'search_volume',
    'measured_at',
  ],
  presets: [
    { label: phrase('keyword.tracked'), query: { status: 'active' } },
    { label: phrase('keyword.won'), query: { status: 'won' } },
  ],
  schema: Keyword,
  list: { query: KeywordQuery, run: listKeywords },
  read: readKeyword,
  create: { body: NewKeyword, run: createKeyword },
  change: { body: KeywordChange, run: changeKeyword },
  bulk: { status: 'status', priority: 'priority' },
  remove: { run: removeKeyword },
})
