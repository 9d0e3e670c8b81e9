import type { FastifyReply, FastifyRequest } from 'fastify'
import { transact } from '../../../../src/database/transaction.ts'
import { type ImportKindName, importKinds } from '../../../../src/portfolio/import/import-kinds.ts'
import { fieldsOf } from '../../../../src/portfolio/import/mapping.ts'
import type { StagedImport } from '../../../../src/portfolio/import/staged-import.ts'
import { rejectedLines } from '../../../../src/portfolio/import/staged-import.ts'
import { withoutFormulaGuards } from '../../../../src/record/formula-guard.ts'
import { findCredential } from '../../../../src/record/rules/find-credential.ts'
import { timeSlice } from '../../../../src/record/time-slice.ts'
import { byteOrderMark, csv } from '../../list/export.ts'

/** Sends a CSV file with the fields of an import as its header. */
export function sendTemplate(reply: FastifyReply, kind: ImportKindName) {
  return sendFile(reply, `${kind}-template.csv`, csv([fieldsOf(importKinds[kind])]))
}

/** Sends the rejected lines of a file under its header, to be corrected. Cells with a credential are left empty. */
export async function sendRejectedLines(request: FastifyRequest, reply: FastifyReply, staged: StagedImport) {
  const { kind, id, columns, delimiter } = staged
  const pause = timeSlice()
  const lines = await transact(
    request.server.orm,
    async (em) => {
      const texts = [byteOrderMark + csv([columns.names.map(safeCell)], delimiter)]
      for await (const cells of rejectedLines(em, staged)) {
        await pause()
        texts.push(csv([cells.map(safeCell)], delimiter))
      }
      return texts
    },
    { timeLimit: 'bulk' },
  )
  return sendFile(reply, `${kind}-import-${id}-rejected.csv`, lines.join(''))
}

// The guards of the file are replaced by those that `csv` adds.
function safeCell(cell: string): string {
  return findCredential(cell) ? '' : withoutFormulaGuards(cell)
}

function sendFile(reply: FastifyReply, name: string, content: string) {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(content)
}
