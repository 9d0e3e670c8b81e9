import type { FastifyRequest } from 'fastify'
import { referencesOf } from '../../../src/catalog/changed-values.ts'
import { readTitles } from '../../../src/catalog/record-titles.ts'
import type { ImportResult } from '../../../src/portfolio/import/result.ts'
import type { StagedImport } from '../../../src/portfolio/import/staged-import.ts'
import { changeList } from '../history/change-item.ts'
import { cards } from '../html/cards.ts'
import { type Html, html } from '../html/html.ts'
import { counted } from '../html/words.ts'
import type { RecordPages } from '../record/record.ts'
import { personOf } from '../request/reply.ts'
import { notShown } from './import-parts.ts'

/** Renders what an import does or did: counts, changed lines with their values, and rejected lines with reasons. */
export async function outcome(
  request: FastifyRequest,
  { historyType }: RecordPages,
  { id, kind, file_name }: StagedImport,
  result: ImportResult,
  tense: 'preview' | 'result',
): Promise<Html> {
  const isPreview = tense === 'preview'
  const entries = result.changes.map((change) => ({ ...change, record_type: historyType }))
  const titles = await readTitles(request.server.read, referencesOf(entries))
  const counts = [
    { label: isPreview ? 'To be created' : 'Created', count: result.created },
    { label: isPreview ? 'To be changed' : 'Changed', count: result.changed },
    { label: 'Unchanged', count: result.unchanged },
    { label: 'Rejected', count: result.rejected, tone: result.rejected > 0 ? ('warn' as const) : undefined },
  ]
  const changes = entries.map((entry) => changeLine(entry.line, changeList(entry, personOf(request), titles)))
  return html`
    <p>
      ${file_name}: ${counted(result.lines, { singular: 'line', plural: 'lines' })}.
      ${
        result.ignored_columns.length > 0
          ? html` These columns are unknown and are ignored: ${result.ignored_columns.map((name, index) => html`${index > 0 ? ', ' : ''}${name === null ? notShown : html`<code>${name}</code>`}`)}.`
          : null
      }
    </p>
    ${cards(counts.map(({ count, ...card }) => ({ ...card, value: count.toLocaleString('en') })))}
    ${isPreview && result.created + result.changed === 0 ? html`<p>There is nothing to import.</p>` : null}
    ${rejectedLines(result, `/admin/${kind}/import/${id}/rejected.csv`, `/admin/${kind}/import/template.csv`)}
    ${part({
      id: 'changed',
      title: isPreview ? 'Lines that change a record' : 'Lines that changed a record',
      headings: ['Before and after'],
      rows: changes,
      count: result.changed,
    })}
  `
}

function changeLine(line: number, changes: Html): Html {
  return html`<tr><th scope="row" class="number">${line}</th><td>${changes}</td></tr>`
}

function rejectedLines({ rejections, rejected }: ImportResult, file: string, template: string): Html {
  const rows = rejections.map(({ line, faults }) =>
    faults.map(
      ({ field, value, reason }) => html`<tr>
        <th scope="row" class="number">${line}</th>
        <td>${field ? html`<code>${field}</code>` : null}</td>
        <td>${field ? shownValue(value) : null}</td>
        <td>${reason}</td>
      </tr>`,
    ),
  )
  return [
    part({
      id: 'rejected',
      title: 'Rejected lines',
      headings: ['Column', 'Value', 'Reason'],
      rows,
      count: rejected,
    }),
    html`<p>
      ${rejected > 0 ? html`<a href=${file}>Rejected lines as a CSV file</a> to correct and upload again. ` : null}
      <a href=${template}>Template</a> with all columns.
    </p>`,
  ]
}

function shownValue(value: string | null | undefined): Html {
  if (value === undefined) return html`<span class="absent">not in the file</span>`
  if (value === null) return notShown
  return value === '' ? html`<span class="absent">empty</span>` : value
}

type Part = { id: string; title: string; headings: string[]; rows: Html[]; count: number }

function part({ id, title, headings, rows, count }: Part): Html {
  if (count === 0) return null
  return html`
    <section class="part" aria-labelledby=${id}>
      <h2 id=${id}>${title}</h2>
      ${count > rows.length ? html`<p class="muted">The first ${rows.length} of them.</p>` : null}
      <div class="table" tabindex="0" role="region" aria-label=${`${title}: table`}>
        <table>
          <thead>
            <tr><th scope="col" class="number">Line</th>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr>
          </thead>
          <tbody>${rows}</tbody>
        </table>
      </div>
    </section>
  `
}
