import type { FastifyRequest } from 'fastify'
import { countDependents } from '../../../../src/catalog/undo/withdraw.ts'
import { transact } from '../../../../src/database/transaction.ts'
import { type Html, html } from '../../html/html.ts'
import { counted } from '../../html/words.ts'
import type { RecordPages, Row } from '../../record/record.ts'
import { recordRef } from '../../record/row.ts'
import { pagesOfType } from '../../records/index.ts'

/** Renders which records refer to one that is to be deleted. */
export async function affectedRecords(request: FastifyRequest, pages: RecordPages, row: Row): Promise<Html> {
  const found = await transact(request.server.orm, (em) => countDependents(em, recordRef(pages, row)), {
    dryRun: true,
  })
  const counts = found.flatMap(({ record_type, count }) => {
    const label = pagesOfType(record_type)?.label
    return label ? [counted(count, label)] : []
  })
  return html`<p>
    ${counts.length === 0 ? 'No other record refers to it.' : `These records refer to it: ${counts.join(', ')}.`}
  </p>`
}
