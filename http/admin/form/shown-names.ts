import { type Html, html } from '../html/html.ts'
import { namesName } from '../html/post-form.ts'
import type { FormValues } from '../record/record.ts'

/** A record by its type and id, and the text that a control or a suggestion shows for it. */
export type ShownName = { type: string; id: number; text: string }

// The hidden field has one record on each line, apart from the text of its control, such as `product 7 Scanner`. A control
// whose text is sent back means the same record then, even if it was renamed meanwhile.

// A form has far fewer controls that refer to records.
const maxNames = 200

/** Returns the records that the controls of a form showed. */
export function shownNamesIn(body: unknown): ShownName[] {
  const { [namesName]: sent } = (body ?? {}) as FormValues
  if (typeof sent !== 'string') return []
  return sent.split(/\r?\n/, maxNames).flatMap((line) => {
    const [, type, id, text] = /^([a-z_]{1,30}) (\d{1,15}) (.+)$/.exec(line) ?? []
    return type && id && text ? [{ type, id: Number(id), text }] : []
  })
}

/** Returns the values of a form with the records that its controls show. */
export function withShownNames(values: FormValues, names: readonly ShownName[]): FormValues {
  const lines = new Set(names.map(({ type, id, text }) => `${type} ${id} ${text}`))
  return { ...values, [namesName]: [...lines].join('\n') }
}

/** Renders the hidden field, if the values of the form have it. */
export function shownNamesField({ [namesName]: names }: FormValues): Html {
  return typeof names === 'string' ? html`<input type="hidden" name=${namesName} value=${names} />` : null
}
