import { changeKeywordPosition } from '../../../src/portfolio/keyword-position/change.ts'
import { createKeywordPosition } from '../../../src/portfolio/keyword-position/create.ts'
import {
  KeywordPositionChange,
  NewKeywordPosition,
} from '../../../src/portfolio/keyword-position/keyword-position.ts'
import {
  KeywordPosition,
  KeywordPositionQuery,
  listKeywordPositions,
  readKeywordPosition,
} from '../../../src/portfolio/keyword-position/read.ts'
import { removeKeywordPosition } from '../../../src/portfolio/keyword-position/remove.ts'
import { recordPages } from '../record.ts'

/** Keyword positions. */
export const keywordPositionPages = recordPages({
  collection: 'keyword-positions',
  label: { singular: 'keyword position', plural: 'keyword positions' },
  group: 'Market',
  about:
    'Where our apps stand in the search results of a store, day by day. No position: measured and not found.',
  historyType: 'keyword_position',
  columns: ['keyword', 'app_slug', 'country', 'platform', 'position', 'measured', 'date'],
  schema: KeywordPosition,
  list: { query: KeywordPositionQuery, run: listKeywordPositions },
  read: readKeywordPosition,
  create: { body: NewKeywordPosition, run: createKeywordPosition },
  change: { body: KeywordPositionChange, run: changeKeywordPosition },
  remove: { run: removeKeywordPosition },
})
