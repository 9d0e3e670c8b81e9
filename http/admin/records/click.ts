import { phrase } from '../../../src/language/phrase.ts'
import {
  ClickQuery,
  listNamedClicks,
  NamedClick,
  readNamedClick,
} from '../../../src/operations/click/read.ts'
import { encodeDayCursor } from '../../../src/record/list/cursor.ts'
import { t } from '../html/text.ts'
import { listAddress } from '../record/address.ts'
import { recordPages } from '../record/record.ts'

/** Clicks. Programs record them; the web interface only shows them. */
export const clickPages = recordPages({
  collection: 'clicks',
  texts: 'click',
  group: 'operations',
  about: phrase('click.about'),
  historyType: 'click',
  columns: ['date', 'application', 'company', 'clicks', 'status', 'updated_at'],
  presets: [
    { label: phrase('click.pending'), query: { status: 'pending' } },
    { label: phrase('click.suspicious'), query: { status: 'suspicious' } },
    { label: phrase('click.rejected'), query: { status: 'rejected' } },
  ],
  views: ({ status: _, ...filters }) => [
    { label: t('click.comparePeriods'), href: listAddress('clicks/explore', filters) },
  ],
  references: { app_id: 'applications' },
  headings: { app_id: phrase('application.name') },
  schema: NamedClick,
  list: { query: ClickQuery, run: listNamedClicks, cursorOf: encodeDayCursor },
  read: readNamedClick,
})
