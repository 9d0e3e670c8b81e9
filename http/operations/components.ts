import { NewNote, Note } from '../../src/journal/note/note.ts'
import { RequestRow } from '../../src/journal/request-log/request-row.ts'
import { RequestSummary } from '../../src/journal/request-log/request-statistics.ts'
import { BatchResult, ClickBatch } from '../../src/operations/click/batch.ts'
import { Click, ClickDryRun, NewClick } from '../../src/operations/click/click.ts'
import { kinds } from '../../src/operations/kinds.ts'
import { componentsOf } from '../routes/record-kind.ts'

/** The schemas of the operations API by component name. */
export const operationsComponents = {
  ...componentsOf(kinds),
  Click,
  ClickDryRun,
  NewClick,
  ClickBatch,
  BatchResult,
  Note,
  NewNote,
  RequestRow,
  RequestSummary,
}
