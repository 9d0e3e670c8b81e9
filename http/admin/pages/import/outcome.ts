import type { FastifyReply, FastifyRequest } from 'fastify'
import { referencesOf } from '../../../../src/catalog/changed-values.ts'
import { readTitles } from '../../../../src/catalog/record-titles.ts'
import { previewImport } from '../../../../src/portfolio/import/preview.ts'
import type { ImportResult } from '../../../../src/portfolio/import/result.ts'
import type { StagedImport } from '../../../../src/portfolio/import/staged-import.ts'
import { changeList } from '../../history/change-item.ts'
import { mayUndoWindows, windowAddress } from '../../history/change-set-item.ts'
import { type Html, html } from '../../html/html.ts'
import { cards } from '../../html/panels.ts'
import { csrfField } from '../../html/post-form.ts'
import { counted } from '../../html/words.ts'
import { listAddress } from '../../record/address.ts'
import { listLink } from '../../record/links.ts'
import type { RecordPages } from '../../record/record.ts'
import { personOf, sendPage } from '../../request/reply.ts'
import { adminActor } from '../../request/write.ts'
import { notShown, progressBar } from './upload.ts'

/** Sends the page that shows what the import of a file would do. `notice` says why it is shown again. */
export async function sendPreview(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  staged: StagedImport,
  { notice, status = 200 }: { notice?: string; status?: number } = {},
) {
  const { id, kind, preview } = staged
  const result = preview ?? (await previewImport(request.server.orm, adminActor(request), id))
  const nothing = result.created + result.changed === 0
  const shown = await outcome(request, pages, staged, result, 'preview')
  const content = (csrf: string) => html`
    ${notice ? html`<p class="error" role="alert">${notice}</p>` : null}
    ${shown}
    <form method="post" action=${`${listAddress(kind)}/import/${id}`} class="buttons">
      ${csrfField(csrf)}
      ${nothing ? null : html`<button class="primary">Import</button>`}
      <a class="button" href=${`${listAddress(kind)}/import/${id}/mapping`}>Change the mapping</a>
      <a class="button" href=${`${listAddress(kind)}/import`}>${nothing ? 'Choose another file' : 'Cancel'}</a>
    </form>
  `
  return sendImportPage(request, reply, pages, content, status)
}

/** Sends the page that shows the progress of an import. It reloads itself. */
export function sendProgress(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  staged: StagedImport,
) {
  reply.header('refresh', '1')
  return sendImportPage(request, reply, pages, () => progressBar(staged))
}

/** Sends the page that shows what an import did. */
export async function sendResult(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  staged: StagedImport,
  result: ImportResult,
) {
  const { kind, created_by, imported_at } = staged
  const shown = await outcome(request, pages, staged, result, 'result')
  const undoAddress =
    imported_at && result.created + result.changed > 0 && mayUndoWindows(personOf(request))
      ? windowAddress(created_by, { since: imported_at, until: imported_at })
      : undefined
  const content = () => html`
    ${shown}
    <p class="buttons">
      <a class="button primary" href=${listAddress(kind)}>Show the list</a>
      <a class="button" href=${`${listAddress(kind)}/import`}>Import another file</a>
      ${undoAddress && html`<a class="button danger" href=${undoAddress}>Undo</a>`}
    </p>
  `
  return sendImportPage(request, reply, pages, content)
}

/** Sends a page of the import of records. */
export function sendImportPage(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  content: (csrf: string) => Html,
  status = 200,
) {
  const title = `Import ${pages.label.plural}`
  const page = (csrf: string) => html`<h1>${title}</h1>${content(csrf)}`
  return sendPage(request, reply, { title, content: page, above: [listLink(pages)] }, status)
}

// Renders what an import does or did: counts, changed lines with their values, and rejected lines with reasons.
async function outcome(
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
    ${rejectedLines(result, `${listAddress(kind)}/import/${id}/rejected.csv`, `${listAddress(kind)}/import/template.csv`)}
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
