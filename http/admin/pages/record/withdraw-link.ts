import type { Person } from '../../../../src/access/person.ts'
import { authorId, mayChangeOwned } from '../../../../src/access/policy.ts'
import { recordWrites } from '../../../../src/catalog/undo/record-writes.ts'
import { isEnded } from '../../../../src/catalog/undo/withdraw.ts'
import type { Read } from '../../../../src/database/read.ts'
import { readCreation } from '../../../../src/journal/read-creation.ts'
import { type Html, html } from '../../html/html.ts'
import type { RecordPages, Row } from '../../record/record.ts'

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
  return html`<a class="button" href=${`/admin/activity/${creation.id}/revert`}>Withdraw</a>`
}
