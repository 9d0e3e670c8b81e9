import type { Person } from '../../../../src/access/person.ts'
import { authorId, mayChangeOwned } from '../../../../src/access/policy.ts'
import { recordWrites } from '../../../../src/catalog/undo/record-writes.ts'
import { isEnded } from '../../../../src/catalog/undo/withdraw.ts'
import type { Read } from '../../../../src/database/read.ts'
import { readCreation } from '../../../../src/journal/record-history.ts'
import { type Html, html } from '../../html/html.ts'
import { postButton } from '../../html/post-form.ts'
import { localized, t } from '../../html/text.ts'
import { recordAddress } from '../../record/address.ts'
import type { RecordPages, Row, RowContext } from '../../record/record.ts'
import { withBack } from '../../request/way-back.ts'
import { actionsOf } from './actions.ts'

const irreversible = ['delete', 'revoke']

/** Renders the buttons of a record that the person may use. `version` is the version of the record. */
export function recordButtons(
  pages: RecordPages,
  context: RowContext,
  mayChange: boolean,
  version: number | undefined,
): Html {
  const { row, person, csrf, back } = context
  const address = (path: string) => withBack(`${recordAddress(pages.collection, row.id)}/${path}`, back)
  const { change } = pages
  const actions = actionsOf(pages).filter(
    ({ isOnPage, isOffered, isPossible }) =>
      !isOnPage && (isOffered?.(row, person) ?? true) && (isPossible?.(row) ?? true),
  )
  return html`
    ${pages.button?.(context)}
    ${
      mayChange && change && (change.isPossible?.(row) ?? true)
        ? html`<a class="button primary" href=${address('edit')} data-key="e">${t('record.edit')}</a>`
        : null
    }
    ${
      mayChange
        ? actions.map(({ path, label, confirm }) =>
            confirm
              ? html`<a class=${irreversible.includes(path) ? 'button danger' : 'button'} href=${address(path)}>${label}</a>`
              : postButton(address(path), csrf, localized(label), { version }),
          )
        : null
    }
  `
}

/** Renders the link to the withdrawal of a record that cannot be deleted, if the person may undo its creation. */
export async function withdrawLink(
  read: Read,
  { historyType: record_type }: RecordPages,
  row: Row,
  person: Person,
): Promise<Html> {
  if (!recordWrites.get(record_type)?.end || isEnded(record_type, row)) return null
  const creation = await readCreation(read, { record_type, record_id: row.id })
  if (!creation || !mayChangeOwned(person, authorId(creation.actor))) return null
  return html`<a class="button" href=${`${recordAddress('activity', creation.id)}/revert`}>${t('record.withdraw')}</a>`
}
