import { CatalogPhrase, phrase } from '../../../src/language/phrase.ts'
import { Retraction } from '../../../src/portfolio/retraction/retraction.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { type Html, html } from '../html/html.ts'
import { t } from '../html/text.ts'
import { timestamp } from '../html/time.ts'
import type { RecordAction } from '../record/action.ts'
import type { RecordPages, Row } from '../record/record.ts'
import { noPrecondition } from '../request/write.ts'

/** A page of the catalogs about a kind of record that can be retracted. */
export type RetractableCatalog = 'insight' | 'economics'

type Write = NonNullable<RecordPages['change']>['run']

// A component, because the language is known only when it is rendered.
const RetractedMark = () => html`<span class="badge bad">${t('retract.retracted')}</span>`

/** The mark of a record that was retracted. */
export const retractedMark = html`<${RetractedMark} />`

/**
 * Returns the part of a description that the kinds of records that can be retracted share. `texts` is the page of the
 * catalogs of the kind.
 */
export function retractionPages(texts: RetractableCatalog, writes: { retract: Write; restore: Write }) {
  return {
    cells: { title: markedTitle },
    caution: retractionNote,
    actions: [
      {
        path: 'retract',
        label: phrase('retract.retract'),
        done: new CatalogPhrase(`${texts}.retracted`),
        confirm: new CatalogPhrase(`${texts}.retractQuestion`),
        isPossible: (row) => !isRetracted(row),
        body: Retraction,
        run: (em, actor, id, input) => writes.retract(em, actor, id, input, noPrecondition),
      },
      {
        path: 'restore',
        label: phrase('retract.restore'),
        done: new CatalogPhrase(`${texts}.restored`),
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
