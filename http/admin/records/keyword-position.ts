import { phrase } from '../../../src/language/phrase.ts'
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
import {
  changeKeywordPosition,
  createKeywordPosition,
  removeKeywordPosition,
} from '../../../src/portfolio/keyword-position/writes.ts'
import { encodeDayCursor } from '../../../src/record/list/cursor.ts'
import { html } from '../html/html.ts'
import { t } from '../html/text.ts'
import { listAddress } from '../record/address.ts'
import { type RowContext, recordPages } from '../record/record.ts'

/** Keyword positions. */
export const keywordPositionPages = recordPages({
  texts: 'keywordPosition',
  group: 'portfolio',
  about: phrase('keywordPosition.about'),
  historyType: 'keyword_position',
  columns: ['keyword', 'app_slug', 'country', 'platform', 'position', 'date'],
  views: ({ search: _, ...filters }) => [
    { label: t('keywordPosition.winnersAndLosers'), href: listAddress('keyword-positions/explore', filters) },
  ],
  cells: { position: positionCell },
  schema: KeywordPosition,
  list: { query: KeywordPositionQuery, run: listKeywordPositions, cursorOf: encodeDayCursor },
  read: readKeywordPosition,
  create: { body: NewKeywordPosition, run: createKeywordPosition },
  change: { body: KeywordPositionChange, run: changeKeywordPosition },
  remove: { run: removeKeywordPosition },
})

// An app that was looked for and not found differs from one that was not looked for.
function positionCell({ row }: RowContext) {
  const { position, measured } = row as KeywordPosition
  if (position !== null) return position
  return html`<span class="absent">${measured ? t('keywordPosition.notFound') : t('keywordPosition.notMeasured')}</span>`
}
