import { phrase } from '../../../../src/language/phrase.ts'
import type { Mapping } from '../../../../src/portfolio/import/mapping.ts'
import type { FieldErrors } from '../../../../src/record/fault.ts'
import type { Control } from '../../form/controls.ts'
import { input, select } from '../../form/input.ts'
import { type Html, html } from '../../html/html.ts'
import { localized, t } from '../../html/text.ts'

type Mapped = {
  control: Control
  required: boolean
  mapping: Mapping
  /** The columns of the file as options. They are rendered once, because a wide file has 2,000 in each select. */
  options: Html[]
  names: string[]
  errors: FieldErrors
}

/** Renders the controls of one field: the choice of its column, and a fixed value for the file. */
export function mappedField({ control, required, mapping, options, names, errors }: Mapped): Html {
  const { name, label } = control
  const { columns, fixed } = mapping
  const messages = [...(errors[name] ?? []), ...(errors[`fixed_${name}`] ?? [])]
  const isInvalid = messages.length > 0
  const shared = {
    'aria-invalid': isInvalid ? 'true' : undefined,
    'aria-describedby': isInvalid ? `error-${name}` : undefined,
  }
  const number = columns[name]
  const column = number === undefined ? undefined : names[number - 1]
  return html`
    <div class=${`field${isInvalid ? ' invalid' : ''}`}>
      <label for=${`field-${name}`}>${label}${required ? html`<span class="required" aria-hidden="true"> *</span>` : null}</label>
      <select id=${`field-${name}`} name=${name} aria-required=${required ? 'true' : undefined} ...${shared}>
        <option value="">${t('imports.noColumn')}</option>
        ${
          column === undefined || number === undefined
            ? options
            : [options.slice(0, number - 1), columnOption(column, number, true), options.slice(number)]
        }
      </select>
      ${fixedInput(control, fixed[name], shared)}
      ${isInvalid ? html`<p class="error" id=${`error-${name}`}>${messages.join(' ')}</p>` : null}
    </div>
  `
}

/** Renders the option for a column, by its number. */
export function columnOption(name: string, number: number, selected?: true): Html {
  return html`<option value=${number} selected=${selected}>${name}</option>`
}

function fixedInput(
  control: Control,
  value: string | undefined,
  shared: Record<string, string | undefined>,
): Html {
  const { name, label, kind } = control
  const attributes: Record<string, string | undefined> = {
    id: `field-fixed_${name}`,
    name: `fixed_${name}`,
    'aria-label': t('imports.fixedValueOf', { label: localized(label) }),
    ...shared,
  }
  if (kind === 'choice')
    return select({ ...control, required: false }, value, attributes, t('imports.fixedValue'))
  if (kind === 'boolean')
    return select({ ...control, options: yesNo }, value, attributes, t('imports.fixedValue'))
  if (kind === 'date') return input(control, value, attributes)
  const isTyped = ['reference', 'integer', 'number'].includes(kind)
  return input({ ...control, kind: isTyped ? kind : 'text' }, value, {
    ...attributes,
    placeholder: t('imports.fixedValue'),
  })
}

const yesNo = [
  { value: 'true', label: phrase('imports.yes') },
  { value: 'false', label: phrase('imports.no') },
]
