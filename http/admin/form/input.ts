import { type Html, html } from '../html/html.ts'
import { localized, t } from '../html/text.ts'
import { recordAddress } from '../record/address.ts'
import type { Control } from './controls.ts'
import { moreSuffix, recordsText } from './records-text.ts'

const readers = recordAddress('suggestions', 'readers')

type Attributes = Record<string, string | true | undefined>

/** Renders the input of a control with its value. */
export function input(control: Control, value: unknown, attributes: Attributes): Html {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  switch (control.kind) {
    case 'long':
      // HTML drops the first line break of a text area, so one is added.
      return html`<textarea rows="4" data-mention=${control.mentions && readers} ...${attributes}>${`\n${text}`}</textarea>`
    case 'boolean':
      return html`<input type="checkbox" value="1" checked=${value === true || value === '1'} ...${attributes} />`
    case 'agent':
      return select(control, text, attributes, emptyOption(control))
    case 'choice':
      return select(control, value, attributes, emptyOption(control))
    case 'reference':
      return suggesting(`${control.collection}`, text, attributes)
    case 'person':
      return suggesting('owners', text, attributes)
    case 'integer':
      return html`<input type="text" inputmode="numeric" value=${text} ...${attributes} />`
    case 'number':
      return html`<input type="text" inputmode="decimal" value=${text} ...${attributes} />`
    case 'records':
      return recordsInput(control, value, attributes)
    case 'password':
      return html`<input type="password" autocomplete=${control.autocomplete} ...${attributes} />`
    default:
      return html`<input type=${control.kind} value=${text} autocomplete=${control.autocomplete} ...${attributes} />`
  }
}

// The first control has the list, and each of the others adds one record to it.
function recordsInput({ name, types = [] }: Control, value: unknown, attributes: Attributes): Html {
  const address = `records?types=${types.join(',')}`
  const more = [1, 2].map((number) =>
    suggesting(address, '', {
      id: `${attributes.id}-more-${number}`,
      name: `${name}${moreSuffix}`,
      'aria-label': t('form.anotherRecord', { number }),
    }),
  )
  return html`${suggesting(address, recordsText(value), attributes)} ${more}`
}

function suggesting(address: string, text: string, attributes: Attributes): Html {
  return html`<input
    type="text"
    value=${text}
    autocomplete="off"
    data-suggest=${recordAddress('suggestions', address)}
    list=${`${attributes.id}-options`}
    ...${attributes}
  /><datalist id=${`${attributes.id}-options`}></datalist>`
}

/** Renders a choice of one option, or of `none`. */
export function select(
  { options = [] }: Control,
  value: unknown,
  attributes: Attributes,
  none?: string,
): Html {
  const chosen = value === true ? '1' : value === false ? '0' : value
  return html`
    <select ...${attributes}>
      ${none === undefined ? null : html`<option value="">${none}</option>`}
      ${options.map(
        (
          option,
        ) => html`<option value=${option.value} selected=${option.value === chosen} title=${option.meaning}>
          ${option.label}${option.meaning ? ` – ${localized(option.meaning)}` : ''}
        </option>`,
      )}
    </select>
  `
}

/** Renders a choice of several options as check boxes, in the groups that they have. */
export function choices({ name, options = [] }: Control, value: unknown): Html {
  const chosen = new Set([value].flat())
  const boxes = (list: typeof options) =>
    list.map(
      (option) => html`<label>
        <input type="checkbox" name=${name} value=${option.value} checked=${chosen.has(option.value)} /> ${option.value}${option.meaning ? ` – ${localized(option.meaning)}` : ''}
      </label>`,
    )
  return [...Map.groupBy(options, ({ group }) => group)].map(([group, list]) =>
    group === undefined
      ? boxes(list)
      : html`<div class="choice-group" role="group" aria-label=${group}>
          <span aria-hidden="true">${group}</span>
          <div>${boxes(list)}</div>
        </div>`,
  )
}

// A field with a default is never empty.
function emptyOption({ required, default: value }: Control): string | undefined {
  if (value !== undefined) return undefined
  return required ? t('form.choose') : t('form.notSet')
}
