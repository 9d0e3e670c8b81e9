import { mayChangeOwned } from '../../../src/access/policy.ts'
import { phrase } from '../../../src/language/phrase.ts'
import { ApplicationChange, NewApplication } from '../../../src/operations/application/application.ts'
import {
  Application,
  ApplicationQuery,
  listApplications,
  readApplication,
} from '../../../src/operations/application/read.ts'
import {
  archiveApplication,
  changeApplication,
  createApplication,
  removeApplication,
  restoreApplication,
} from '../../../src/operations/application/writes.ts'
import type { Named } from '../../../src/record/named.ts'
import { type Html, html } from '../html/html.ts'
import { t } from '../html/text.ts'
import { listAddress } from '../record/address.ts'
import { type Row, type RowContext, recordPages } from '../record/record.ts'
import { noPrecondition } from '../request/write.ts'

const isArchived = ({ status }: Row) => status === 'archived'

/** Applications. */
export const applicationPages = recordPages({
  texts: 'application',
  group: 'operations',
  about: phrase('application.about'),
  historyType: 'application',
  columns: ['name', 'platform', 'status', 'company', 'owner', 'app', 'bundle_id', 'updated_at'],
  cells: { bundle_id: bundleId },
  presets: [
    { label: phrase('application.active'), query: { status: 'active' } },
    { label: phrase('application.withoutOwner'), query: { without_owner: '1' } },
    { label: phrase('application.archivedOnes'), query: { status: 'archived' } },
  ],
  schema: Application,
  list: { query: ApplicationQuery, run: listApplications },
  read: readApplication,
  create: { body: NewApplication, run: createApplication },
  change: { body: ApplicationChange, run: changeApplication, isPossible: (row) => !isArchived(row) },
  bulk: { status: 'status', owner: 'owner_id' },
  remove: { run: removeApplication },
  mayChange: ({ owner }, person) => mayChangeOwned(person, (owner as Named | null)?.id ?? null),
  actions: [
    {
      path: 'archive',
      label: phrase('application.archive'),
      done: phrase('application.archived'),
      confirm: phrase('application.archiveQuestion'),
      isPossible: (row) => !isArchived(row),
      run: (em, actor, id) => archiveApplication(em, actor, id, noPrecondition),
    },
    {
      path: 'restore',
      label: phrase('application.restore'),
      done: phrase('application.restored'),
      isPossible: isArchived,
      run: restoreApplication,
    },
  ],
  button: ({ row }) =>
    html`<a class="button" href=${listAddress('clicks/explore', { app_id: String(row.id), by: 'company' })}>${t('application.clicksByPeriod')}</a>`,
  related: [
    { collection: 'contacts', filter: ({ id }) => ({ application_id: id }) },
    { collection: 'clicks', filter: ({ id }) => ({ app_id: id }) },
  ],
  hasNotes: true,
})

// A narrow column breaks it after a dot.
function bundleId({ row }: RowContext): Html {
  if (typeof row.bundle_id !== 'string') return null
  return html`${row.bundle_id.split('.').map((part, index) => (index === 0 ? part : html`.<wbr />${part}`))}`
}
