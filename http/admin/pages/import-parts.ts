import type { importKinds } from '../../../src/portfolio/import/import-kinds.ts'
import type { ImportResult } from '../../../src/portfolio/import/result.ts'
import { maxImportBytes } from '../../../src/portfolio/import/stage.ts'
import type { StagedImport } from '../../../src/portfolio/import/staged-import.ts'
import type { FieldErrors } from '../../../src/record/fault.ts'
import { cards } from '../cards.ts'
import { csrfField } from '../csrf.ts'
import { type Html, html } from '../html.ts'
import { counted } from '../words.ts'

type Kind = (typeof importKinds)[keyof typeof importKinds]

/** Renders the form that uploads a file, with the columns that it takes. */
export function uploadForm(
  { required, optional, key, referenceColumn }: Kind,
  csrf: string,
  errors: FieldErrors,
): Html {
  const messages = errors.file
  // The key names the column of the table, and the file has the column that refers to the record.
  const names = key.map((name) => (name.endsWith('_id') ? referenceColumn : name))
  return html`
    <form method="post" enctype="multipart/form-data" class="record" novalidate>
      ${csrfField(csrf)}
      <div class=${`field${messages ? ' invalid' : ''}`}>
        <label for="field-file">CSV file</label>
        <input
          type="file"
          id="field-file"
          name="file"
          accept=".csv,.tsv,.txt,text/csv"
          aria-describedby=${messages ? 'error-file help-file' : 'help-file'}
          aria-invalid=${messages ? 'true' : undefined}
        />
        ${messages ? html`<p class="error" id="error-file" role="alert">${messages.join(' ')}</p>` : null}
        <p class="help" id="help-file">
          UTF-8, at most ${maxImportBytes / 1024 / 1024} MB. The first line names the columns; commas, semicolons or tabs separate them. Dates are written as 2026-11-22.
        </p>
      </div>
      <div class="buttons"><button class="primary">Preview</button></div>
    </form>
    <section class="part" aria-labelledby="columns">
      <h2 id="columns">Columns</h2>
      <p>Required: ${codes(required)}</p>
      <p>Optional: ${codes(optional)}</p>
      <p class="muted">
        If a record with the same ${new Intl.ListFormat('en').format(names)} exists, the line changes it. No record is
        stored until you confirm the preview.
      </p>
    </section>
  `
}

function codes(names: string[]): Html {
  return names.map((name, index) => html`${index > 0 ? ', ' : ''}<code>${name}</code>`)
}

/** Renders what an import does or did, with the rejected lines and their reasons. */
export function outcome(fileName: string, result: ImportResult, tense: 'preview' | 'result'): Html {
  const counts = [
    { label: tense === 'preview' ? 'To be created' : 'Created', count: result.created },
    { label: tense === 'preview' ? 'To be changed' : 'Changed', count: result.changed },
    { label: 'Unchanged', count: result.unchanged },
    { label: 'Rejected', count: result.rejected, tone: result.rejected > 0 ? ('warn' as const) : undefined },
  ]
  return html`
    <p>
      ${fileName}: ${counted(result.lines, { singular: 'line', plural: 'lines' })}.
      ${
        result.ignored_columns.length > 0
          ? html` These columns are unknown and are ignored: ${codes(result.ignored_columns)}.`
          : null
      }
    </p>
    ${cards(counts.map(({ count, ...card }) => ({ ...card, value: count.toLocaleString('en') })))}
    ${tense === 'preview' && result.created + result.changed === 0 ? html`<p>There is nothing to import.</p>` : null}
    ${rejectedLines(result)}
  `
}

function rejectedLines({ rejections, rejected }: ImportResult): Html {
  if (rejected === 0) return null
  return html`
    <section class="part" aria-labelledby="rejected">
      <h2 id="rejected">Rejected lines</h2>
      ${rejected > rejections.length ? html`<p class="muted">The first ${rejections.length} of them.</p>` : null}
      <div class="table" tabindex="0" role="region" aria-label="Lines and reasons">
        <table>
          <thead>
            <tr><th scope="col" class="number">Line</th><th scope="col">Reason</th></tr>
          </thead>
          <tbody>
            ${rejections.map(
              ({ line, reasons }) =>
                html`<tr><th scope="row" class="number">${line}</th><td>${reasons.join(' ')}</td></tr>`,
            )}
          </tbody>
        </table>
      </div>
    </section>
  `
}

/** Renders the progress of an import. The page reloads itself. */
export function progressBar({ file_name, processed, size }: StagedImport): Html {
  const percent = Math.floor((100 * processed) / Math.max(1, size))
  return html`
    <p role="status"><label for="progress">${file_name}: ${percent}% imported</label></p>
    <progress id="progress" max="100" value=${percent}></progress>
  `
}
