import { encodings } from '../../../../src/portfolio/import/encoding.ts'
import { maxColumns } from '../../../../src/portfolio/import/header.ts'
import { type ImportKindName, importKinds } from '../../../../src/portfolio/import/import-kinds.ts'
import { maxLines } from '../../../../src/portfolio/import/lines.ts'
import { fieldsOf, type MappedKind } from '../../../../src/portfolio/import/mapping.ts'
import { maxImportBytes } from '../../../../src/portfolio/import/stage.ts'
import type { ListedImport, StagedImport } from '../../../../src/portfolio/import/staged-import.ts'
import type { FieldErrors } from '../../../../src/record/fault.ts'
import { select } from '../../form/input.ts'
import { display } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { csrfField, postButton } from '../../html/post-form.ts'
import { told } from '../../html/text.ts'
import { listAddress } from '../../record/address.ts'

/** Stands for a text of a file that contains a credential. */
export const notShown = html`<span class="absent">not shown</span>`

/** Renders the form that uploads a file, with the columns that it takes. */
export function uploadForm(name: ImportKindName, csrf: string, errors: FieldErrors): Html {
  const kind: MappedKind & { identity: string } = importKinds[name]
  const { required, anyOf = [], identity } = kind
  const optional = fieldsOf(kind).filter((field) => ![...required, ...anyOf].includes(field))
  const messages = errors.file?.map(told)
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
          At most ${maxImportBytes / 1024 / 1024} MB, ${maxLines.toLocaleString('en')} lines and ${maxColumns.toLocaleString('en')} columns, separated by commas, semicolons or tabs.
          Columns with other names are mapped in the next step.
        </p>
      </div>
      ${encodingField(errors.encoding?.map(told))}
      <div class="buttons"><button class="primary">Preview</button></div>
    </form>
    <section class="part" aria-labelledby="columns">
      <h2 id="columns">Columns</h2>
      <p>Required: ${anyOf.length > 0 ? [codes(anyOf), ' (one of them)'] : codes(required)}</p>
      <p>Optional: ${codes(optional)}</p>
      <p class="muted">
        If a record with the same ${identity} exists, the line changes it. No record is
        stored until you confirm the preview.
      </p>
      <p><a href=${`${listAddress(name)}/import/template.csv`}>Template</a></p>
    </section>
  `
}

function encodingField(messages: string[] | undefined): Html {
  const options = Object.entries(encodings).map(([value, label]) => ({ value, label }))
  const control = { name: 'encoding', label: 'Encoding', kind: 'choice' as const, required: false, options }
  const attributes = {
    id: 'field-encoding',
    name: 'encoding',
    'aria-describedby': messages && 'error-encoding',
    'aria-invalid': messages ? ('true' as const) : undefined,
  }
  return html`
    <div class=${`field${messages ? ' invalid' : ''}`}>
      <label for="field-encoding">Encoding</label>
      ${select(control, '', attributes, 'UTF-8, UTF-16 or as the text shows')}
      ${messages ? html`<p class="error" id="error-encoding" role="alert">${messages.join(' ')}</p>` : null}
    </div>
  `
}

function codes(names: string[]): Html {
  return names.map((name, index) => html`${index > 0 ? ', ' : ''}<code>${name}</code>`)
}

/** Renders the progress of an import. The page reloads itself. */
export function progressBar({ file_name, processed, lines, preview }: StagedImport): Html {
  const percent = Math.min(100, Math.floor((100 * processed) / Math.max(1, preview?.lines ?? lines)))
  return html`
    <p role="status"><label for="progress">${file_name}: ${percent}% imported</label></p>
    <progress id="progress" max="100" value=${percent}></progress>
  `
}

/** Renders the files that a person has uploaded and not yet imported. */
export function uploadedFiles(files: ListedImport[], csrf: string): Html {
  if (files.length === 0) return null
  return html`
    <section class="part" aria-labelledby="uploaded">
      <h2 id="uploaded">Not yet imported</h2>
      <div class="table" tabindex="0" role="region" aria-label="Files that are not yet imported">
        <table>
          <thead>
            <tr><th scope="col">File</th><th scope="col" class="number">Lines</th><th scope="col">Uploaded</th><th scope="col">Discard</th></tr>
          </thead>
          <tbody>
            ${files.map(
              ({ id, kind, file_name, lines, created_at }) => html`
                <tr>
                  <th scope="row"><a href=${`${listAddress(kind)}/import/${id}`}>${file_name}</a></th>
                  <td class="number">${lines.toLocaleString('en')}</td>
                  <td>${display('created_at', created_at)}</td>
                  <td>${postButton(`${listAddress(kind)}/import/${id}/discard`, csrf, 'Discard')}</td>
                </tr>
              `,
            )}
          </tbody>
        </table>
      </div>
    </section>
  `
}
