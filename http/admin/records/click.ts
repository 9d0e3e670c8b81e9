import {
  ClickQuery,
  listNamedClicks,
  NamedClick,
  readNamedClick,
} from '../../../src/operations/click/read.ts'
import { encodeDayCursor } from '../../../src/record/list/cursor.ts'
import { listAddress } from '../record/address.ts'
import { recordPages } from '../record/record.ts'

/** Clicks. Programs record them; the web interface only shows them. */
export const clickPages = recordPages({
  collection: 'clicks',
  texts: 'click',
  label: { singular: 'daily click count', plural: 'daily click counts', list: 'Clicks' },
  group: 'operations',
  about: 'The daily clicks of each application through each company. Programs record them.',
  historyType: 'click',
  columns: ['date', 'application', 'company', 'clicks', 'status', 'updated_at'],
  presets: [
    { label: 'Pending', query: { status: 'pending' } },
    { label: 'Suspicious', query: { status: 'suspicious' } },
    { label: 'Rejected', query: { status: 'rejected' } },
  ],
  views: ({ status: _, ...filters }) => [
    { label: 'Compare periods', href: listAddress('clicks/explore', filters) },
  ],
  references: { app_id: 'applications' },
  headings: { app_id: 'Application' },
  schema: NamedClick,
  list: { query: ClickQuery, run: listNamedClicks, cursorOf: encodeDayCursor },
  read: readNamedClick,
})
