import { phrase } from '../../../../src/language/phrase.ts'
import { importKinds } from '../../../../src/portfolio/import/import-kinds.ts'
import {
  dayColumnsIn,
  dayOrderIn,
  fieldsOf,
  type MappedKind,
  type Mapping,
} from '../../../../src/portfolio/import/mapping.ts'
import type { RememberedMapping } from '../../../../src/portfolio/import/remembered-mapping.ts'
import { shownText } from '../../../../src/portfolio/import/result.ts'
import type { StagedImport } from '../../../../src/portfolio/import/staged-import.ts'
import type { FieldErrors, Message } from '../../../../src/record/fault.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { dayIn } from '../../../../src/record/time-zone.ts'
import type { Control } from '../../form/controls.ts'
import { select } from '../../form/input.ts'
import { labelledErrors } from '../../form/labelled-errors.ts'
import { type Html, html } from '../../html/html.ts'
import { csrfField } from '../../html/post-form.ts'
import { t } from '../../html/text.ts'
import { dayText, inZone } from '../../html/time.ts'
import { fieldLabel, inSentence } from '../../html/words.ts'
import { listAddress } from '../../record/address.ts'
import type { RecordPages } from '../../record/record.ts'
import { importControls } from './controls.ts'
import { columnOption, mappedField } from './mapped-field.ts'
import { notShown } from './upload.ts'

const maxSampleColumns = 20

type Step = {
  pages: RecordPages
  staged: StagedImport
  mapping: Mapping
  /** The mappings of other people for files with the same columns. */
  others: RememberedMapping[]
  /** The first lines of the file. */
  sample: string[][]
  errors?: FieldErrors
}

/** Renders the form that maps the columns of an uploaded file to fields. */
export function mappingForm(step: Step, csrf: string): Html {
  const { pages, staged, mapping, others } = step
  const kind: MappedKind = importKinds[staged.kind]
  const controls = importControls(pages, fieldsOf(kind))
  const errors = labelledErrors(step.errors ?? {}, controls)
  const names = staged.columns.names.map((name, index) => {
    const shown = shownText(name)
    if (shown === null) return t('imports.columnNotShown', { number: index + 1 })
    return shown || t('imports.columnNumber', { number: index + 1 })
  })
  const days = dayColumnsIn(kind, staged.columns.names, mapping)
  const options = names.map((name, index) => columnOption(name, index + 1))
  return html`
    <p>${t('imports.mappingAbout', { file: staged.file_name })}</p>
    <form method="post" action=${`${listAddress(staged.kind)}/import/${staged.id}/mapping`} class="record" novalidate>
      ${csrfField(csrf)}
      ${others.length > 0 ? inZone((zone) => choice(mappingChoice(others, zone), '', undefined)) : null}
      ${Object.keys(errors).length > 0 ? html`<p class="error" role="alert">${t('imports.mappingRejected')}</p>` : null}
      <div class="mapping">
        ${controls.map((control) => {
          const required = kind.required.includes(control.name)
          return mappedField({ control, required, mapping, options, names, errors })
        })}
      </div>
      ${
        days.length > 0
          ? dayValues(
              kind,
              days.map((number) => names[number - 1] ?? ''),
              mapping,
              controls,
            )
          : null
      }
      ${asksOrder(kind, staged, mapping, errors) ? choice(dateOrder, mapping.date_order, errors.date_order) : null}
      <div class="buttons">
        <button class="primary">${t('imports.preview')}</button>
        <a class="button" href=${`${listAddress(staged.kind)}/import`}>${t('imports.cancel')}</a>
      </div>
    </form>
    ${sampleTable(names, step.sample)}
  `
}

const dateOrder: Control = {
  name: 'date_order',
  label: phrase('imports.dateOrder'),
  kind: 'choice',
  required: true,
  options: [
    { value: 'dmy', label: phrase('imports.dayFirst') },
    { value: 'mdy', label: phrase('imports.monthFirst') },
  ],
}

// The column of the day may not be chosen yet, so any column in doubt asks.
function asksOrder(kind: MappedKind, { columns }: StagedImport, mapping: Mapping, errors: FieldErrors) {
  const { date_order } = mapping
  if (errors.date_order || date_order) return true
  if (dayOrderIn(kind, columns, mapping) === 'doubt') return true
  const isMapped = kind.required.every((name) => mapping.columns[name] || mapping.fixed[name])
  return !isMapped && Object.values(columns.orders).includes('doubt')
}

function mappingChoice(others: RememberedMapping[], zone: string): Control {
  const options = others.map(({ id, user, updated_at }) => ({
    value: String(id),
    label: `${visibleName(user)}, ${dayText(dayIn(zone, updated_at))}`,
  }))
  return {
    name: 'mapping',
    label: phrase('imports.mappingOfAnother'),
    kind: 'choice',
    required: false,
    options,
    help: phrase('imports.mappingOfAnotherHelp'),
  }
}

function choice(control: Control, value: unknown, messages: string[] | undefined): Html {
  const { name, label, help, required } = control
  const id = `field-${name}`
  const describedBy = [messages && `error-${name}`, help && `help-${name}`].filter(Boolean).join(' ')
  const attributes = {
    id,
    name,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': messages ? 'true' : undefined,
  }
  return html`
    <div class="field">
      <label for=${id}>${label}</label>
      ${select(control, value, attributes, t(required ? 'imports.choose' : 'imports.none'))}
      ${messages ? html`<p class="error" id=${`error-${name}`}>${messages.join(' ')}</p>` : null}
      ${help ? html`<p class="help" id=${`help-${name}`}>${help}</p>` : null}
    </div>
  `
}

function dayValues(
  { dayValues = [] }: MappedKind,
  days: string[],
  mapping: Mapping,
  controls: Control[],
): Html {
  const labelOf = (name: string): Message =>
    controls.find((control) => control.name === name)?.label ?? fieldLabel(name)
  const [first = ''] = days
  const note = { count: days.length, first, last: days.at(-1) ?? first }
  if (dayValues.length < 2) {
    const field = inSentence(labelOf(`${dayValues[0]}`))
    return html`<p>${t('imports.dayColumnsOf', { ...note, field })}</p>`
  }
  const options = dayValues.map((name) => ({ value: name, label: labelOf(name) }))
  const control = {
    name: 'day_values',
    label: phrase('imports.dayField'),
    required: false,
    help: phrase('imports.dayColumns', note),
  }
  return html`${choice({ ...control, kind: 'choice', options }, mapping.day_values, undefined)}`
}

function sampleTable(names: string[], lines: string[][]): Html {
  if (lines.length === 0) return null
  const shown = names.slice(0, maxSampleColumns)
  return html`
    <section class="part" aria-labelledby="sample">
      <h2 id="sample">${t('imports.firstLines')}</h2>
      ${names.length > shown.length ? html`<p class="muted">${t('imports.firstColumns', { shown: shown.length, count: names.length })}</p>` : null}
      <div class="table" tabindex="0" role="region" aria-label=${t('imports.firstCells')}>
        <table>
          <thead><tr>${shown.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
          <tbody>
            ${lines.map((cells) => html`<tr>${shown.map((_, index) => html`<td>${shownText(cells[index] ?? '') ?? notShown()}</td>`)}</tr>`)}
          </tbody>
        </table>
      </div>
    </section>
  `
}
