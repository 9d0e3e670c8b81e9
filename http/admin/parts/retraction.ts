import { Retraction } from '../../../src/portfolio/retraction/retraction.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { type Html, html } from '../html/html.ts'
import { timestamp } from '../html/time.ts'
import type { RecordAction } from '../record/action.ts'
import type { RecordPages, Row } from '../record/record.ts'
import { noPrecondition } from '../request/write.ts'

type Write = NonNullable<RecordPages['change']>['run']

/** The mark of a record that was retracted. */
export const retractedMark = html`<span class="badge bad">Retracted</span>`

/**
 * Returns the part of a description that the kinds of records that can be retracted share. `singular` is the name of
 * one record in a sentence.
 */
export function retractionPages(singular: string, writes: { retract: Write; restore: Write }) {
  return {
    cells: { title: markedTitle },
    caution: retractionNote,
    actions: [
      {
        path: 'retract',
        label: 'Retract',
        done: 'retracted',
        confirm: `Retract this ${singular}? It stays stored, but lists, searches and the pages of products leave it out.`,
        isPossible: (row) => !isRetracted(row),
        body: Retraction,
        run: (em, actor, id, input) => writes.retract(em, actor, id, input, noPrecondition),
      },
      {
        path: 'restore',
        label: 'Restore',
        done: 'restored',
        isPossible: isRetracted,
        run: (em, actor, id) => writes.restore(em, actor, id, {} as never, noPrecondition),
      },
    ] satisfies RecordAction[],
  } satisfies Partial<RecordPages>
}

function isRetracted({ retracted_at }: Row): boolean {
  return retracted_at !== null
}

// Null, which renders the title as that of any other record, unless it was retracted.
function markedTitle({ row }: { row: Row }): Html {
  if (!isRetracted(row)) return null
  return html`<span class="clamp" title=${row.title}>${visibleName({ id: row.id, name: String(row.title) })}</span> ${retractedMark}`
}

function retractionNote(row: Row): Html {
  if (!isRetracted(row)) return null
  return html`<p class="caution">
    ${retractedMark} ${timestamp(String(row.retracted_at))}: <span class="text">${row.retraction}</span>
  </p>`
}
