import type { FieldErrors, Message } from '../../../src/record/fault.ts'
import { type Html, html } from '../html/html.ts'
import { csrfField, versionField } from '../html/post-form.ts'
import { t } from '../html/text.ts'
import type { FormValues } from '../record/record.ts'
import type { Control } from './controls.ts'
import { choices, input } from './input.ts'
import { labelledErrors } from './labelled-errors.ts'
import { shownNamesField } from './shown-names.ts'
import { checkBoxesName, listsName } from './submitted.ts'

type FormOptions = {
  action?: string | undefined
  csrf: string
  controls: readonly Control[]
  values: FormValues
  errors?: FieldErrors | undefined
  submit: Html
  /** The style of the first button, and the key that presses it. */
  style?: 'primary' | 'danger'
  key?: string
  /** Another button, which sends its name, or sends the form to another address. `busy` is its label until the response. */
  also?: { name?: string; action?: string; label: Message; busy?: Message }
  cancel?: string | undefined
  /** The version of the record that the form shows. */
  version?: number | undefined
  /** Sets the focus on the first control, for a form that is what the page is for. */
  focusFirst?: boolean
  /** Stands below the controls. */
  below?: Html
  /** The response replaces the content of the page, so that a reload does not send the form again. */
  inPlace?: boolean
  /** Begins the ids of the controls, where a page has several forms. */
  prefix?: string
}

const fewOptions = 3
const longOption = 24

/** Renders a form. A message stands beside the control that it belongs to. */
export function form({
  action,
  csrf,
  controls,
  values,
  errors: sent = {},
  submit,
  style = 'primary',
  key,
  also,
  cancel,
  version,
  focusFirst = false,
  below,
  inPlace,
  prefix = 'field',
}: FormOptions): Html {
  const names = new Set(controls.map(({ name }) => name))
  const errors = byControl(labelledErrors(sent, controls), names)
  const others = Object.entries(errors).filter(([name]) => !names.has(name))
  const focusable = controls.filter(({ kind }) => kind !== 'choices')
  const focused = focusable.find(({ name }) => errors[name]) ?? (focusFirst ? focusable[0] : undefined)
  const namesOf = (wanted: Control['kind']) =>
    controls.flatMap(({ kind, name }) => (kind === wanted ? [name] : [])).join(',')
  const unsent = [
    [checkBoxesName, namesOf('boolean')],
    [listsName, namesOf('choices')],
  ]
  const swap = inPlace && {
    'hx-post': action,
    'hx-select': '#main',
    'hx-target': '#main',
    'hx-swap': 'outerHTML show:window:top',
  }
  return html`
    <form method="post" action=${action} class="record" novalidate ...${swap}>
      ${csrfField(csrf)} ${versionField(version)} ${shownNamesField(values)}
      ${unsent.map(([name, value]) => value && html`<input type="hidden" name=${name} value=${value} />`)}
      ${below && html`<button class="visually-hidden" tabindex="-1" aria-hidden="true"></button>`} ${errorSummary(errors, controls, prefix)}
      ${others.map(([name, messages]) => html`<p class="error" id=${`error-${name}`}>${messages.join(' ')}</p>`)}
      <div class="fields">
        ${controls.map((control) => field(control, values[control.name], errors[control.name], isShort(controls), control === focused, prefix))}
      </div>
      ${below}
      <div class="buttons">
        <button class=${style} data-key=${key}>${submit}</button>
        ${also ? html`<button name=${also.name} value=${also.name && '1'} formaction=${also.action} data-busy=${also.busy}>${also.label}</button>` : null}
        ${cancel ? html`<a class="button" href=${cancel}>${t('form.cancel')}</a>` : null}
      </div>
    </form>
  `
}

function columnsOf({ options = [] }: Control): string {
  if (options.length <= fewOptions) return ''
  return options.some(({ value }) => value.length > longOption) ? ' many long' : ' many'
}

// The message of an item of a list, such as `evidence.0.id`, belongs to the control of the list.
function byControl(errors: Record<string, string[]>, names: Set<string>): Record<string, string[]> {
  // An object would inherit a value for a name such as `constructor`.
  const merged = new Map<string, string[]>()
  for (const [path, messages] of Object.entries(errors)) {
    const [list = path] = path.split('.')
    const name = names.has(list) ? list : path
    merged.set(name, [...(merged.get(name) ?? []), ...messages])
  }
  return Object.fromEntries(merged)
}

// The messages of a short form are seen at once, so they need no summary.
function isShort(controls: readonly Control[]): boolean {
  return controls.length <= 2
}

function errorSummary(errors: Record<string, string[]>, controls: readonly Control[], prefix: string): Html {
  const invalid = controls.filter(({ name }) => errors[name])
  if (invalid.length === 0 || isShort(controls)) return null
  return html`
    <div class="error-summary" role="alert">
      <p>${t('form.correct', { count: invalid.length })}</p>
      <ul>
        ${invalid.map(({ name, label }) => html`<li><a href=${`#${prefix}-${name}`}>${label}</a></li>`)}
      </ul>
    </div>
  `
}

function field(
  control: Control,
  value: unknown,
  messages: string[] | undefined,
  announces: boolean,
  isFocused: boolean,
  prefix: string,
): Html {
  const { name, label, required, help, kind, isSecret } = control
  const id = `${prefix}-${name}`
  const [errorId, helpId] =
    prefix === 'field' ? [`error-${name}`, `help-${name}`] : [`${id}-error`, `${id}-help`]
  const describedBy = [help && helpId, messages && errorId].filter(Boolean).join(' ') || undefined
  const attributes = {
    id,
    name,
    'aria-describedby': describedBy,
    'aria-invalid': messages ? 'true' : undefined,
    'aria-required': required ? 'true' : undefined,
    autofocus: isFocused || undefined,
    'data-secret': isSecret || undefined,
  }
  const below = html`
    ${messages ? html`<p class="error" id=${errorId} role=${announces ? 'alert' : undefined}>${messages.join(' ')}</p>` : null}
    ${help ? html`<p class="help" id=${helpId}>${help}</p>` : null}
  `
  if (kind === 'choices')
    return html`
      <fieldset class=${`field choices${columnsOf(control)}${messages ? ' invalid' : ''}`} id=${id} aria-describedby=${describedBy}>
        <legend>${label}${required ? html`<span class="required" aria-hidden="true"> *</span>` : null}</legend>
        ${choices(control, value)} ${below}
      </fieldset>
    `
  return html`
    <div class=${`field ${kind}${messages ? ' invalid' : ''}`}>
      <label for=${id}>${label}${required ? html`<span class="required" aria-hidden="true"> *</span>` : null}</label>
      ${input(control, value, attributes)} ${below}
    </div>
  `
}
