import { phrase } from '../../../../src/language/phrase.ts'
import { encodings } from '../../../../src/portfolio/import/encoding.ts'
import { maxColumns } from '../../../../src/portfolio/import/header.ts'
import { type ImportKindName, importKinds } from '../../../../src/portfolio/import/import-kinds.ts'
import { maxLines } from '../../../../src/portfolio/import/lines.ts'
import { fieldsOf, type MappedKind } from '../../../../src/portfolio/import/mapping.ts'
import { maxImportBytes } from '../../../../src/portfolio/import/stage.ts'
import type { ListedImport, StagedImport } from '../../../../src/portfolio/import/staged-import.ts'
import type { FieldErrors, Message } from '../../../../src/record/fault.ts'
import type { Control } from '../../form/controls.ts'
import { select } from '../../form/input.ts'
import { labelledErrors } from '../../form/labelled-errors.ts'
import { display } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { csrfField, postButton } from '../../html/post-form.ts'
import { localized, numberText, rich, t } from '../../html/text.ts'
import { listAddress } from '../../record/address.ts'

/** Renders what stands for a text of a file that contains a credential. */
export function notShown(): Html {
  return html`<span class="absent">${t('imports.notShown')}</span>`
}

const encodingControl: Control = {
  name: 'encoding',
  label: phrase('imports.encoding'),
  kind: 'choice',
  required: false,
  options: Object.entries(encodings).map(([value, label]) => ({ value, label })),
}
const controls = [{ name: 'file', label: phrase('imports.file') }, encodingControl]

/** Renders the form that uploads a file, with the columns that it takes. */
export function uploadForm(name: ImportKindName, csrf: string, errors: FieldErrors): Html {
  const kind: MappedKind & { identity: Message } = importKinds[name]
  const { required, anyOf = [], identity } = kind
  const optional = fieldsOf(kind).filter((field) => ![...required, ...anyOf].includes(field))
  const { file: messages, encoding } = labelledErrors(errors, controls)
  return html`
    <form method="post" enctype="multipart/form-data" class="record" novalidate>
      ${csrfField(csrf)}
      <div class=${`field${messages ? ' invalid' : ''}`}>
        <label for="field-file">${t('imports.csvFile')}</label>
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
          ${t('imports.fileLimits', { megabytes: maxImportBytes / 1024 / 1024, lines: maxLines, columns: maxColumns })}
        </p>
      </div>
      ${encodingField(encoding)}
      <div class="buttons"><button class="primary">${t('imports.preview')}</button></div>
    </form>
    <section class="part" aria-labelledby="columns">
      <h2 id="columns">${t('imports.columns')}</h2>
      <p>${anyOf.length > 0 ? rich('imports.requiredOneOf', { columns: codes(anyOf) }) : rich('imports.required', { columns: codes(required) })}</p>
      <p>${rich('imports.optional', { columns: codes(optional) })}</p>
      <p class="muted">${t('imports.sameRecord', { identity: localized(identity) })}</p>
      <p><a href=${`${listAddress(name)}/import/template.csv`}>${t('imports.template')}</a></p>
    </section>
  `
}

function encodingField(messages: string[] | undefined): Html {
  const attributes = {
    id: 'field-encoding',
    name: 'encoding',
    'aria-describedby': messages && 'error-encoding',
    'aria-invalid': messages ? ('true' as const) : undefined,
  }
  return html`
    <div class=${`field${messages ? ' invalid' : ''}`}>
      <label for="field-encoding">${encodingControl.label}</label>
      ${select(encodingControl, '', attributes, t('imports.encodingOfText'))}
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
    <p role="status"><label for="progress">${t('imports.progress', { file: file_name, percent })}</label></p>
    <progress id="progress" max="100" value=${percent}></progress>
  `
}

/** Renders the files that a person has uploaded and not yet imported. */
export function uploadedFiles(files: ListedImport[], csrf: string): Html {
  if (files.length === 0) return null
  return html`
    <section class="part" aria-labelledby="uploaded">
      <h2 id="uploaded">${t('imports.notImported')}</h2>
      <div class="table" tabindex="0" role="region" aria-label=${t('imports.notImportedFiles')}>
        <table>
          <thead>
            <tr>
              <th scope="col">${t('imports.file')}</th>
              <th scope="col" class="number">${t('imports.lines')}</th>
              <th scope="col">${t('imports.uploaded')}</th>
              <th scope="col">${t('imports.discard')}</th>
            </tr>
          </thead>
          <tbody>
            ${files.map(
              ({ id, kind, file_name, lines, created_at }) => html`
                <tr>
                  <th scope="row"><a href=${`${listAddress(kind)}/import/${id}`}>${file_name}</a></th>
                  <td class="number">${numberText(lines)}</td>
                  <td>${display('created_at', created_at)}</td>
                  <td>${postButton(`${listAddress(kind)}/import/${id}/discard`, csrf, t('imports.discard'))}</td>
                </tr>
              `,
            )}
          </tbody>
        </table>
      </div>
    </section>
  `
}
