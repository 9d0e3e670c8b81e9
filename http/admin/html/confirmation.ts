import { csrfField } from './csrf.ts'
import { type Html, html } from './html.ts'
import { versionField } from './version-field.ts'

type Confirmation = {
  title: string
  question: string
  csrf: string
  label: string
  cancel: string
  style?: 'danger' | 'primary'
  /** The address that the form is sent to. Defaults to the address of the page. */
  action?: string | undefined
  /** The version of what the page shows. */
  version?: number | undefined
  /** What has changed since an earlier page. */
  changed?: Html
  /** What the person decides on. */
  subject?: Html
}

/** Renders a page that asks before a destructive action. It works without JavaScript. */
export function confirmation(options: Confirmation): Html {
  const {
    title,
    question,
    csrf,
    label,
    cancel,
    style = 'danger',
    action,
    version,
    changed,
    subject,
  } = options
  return html`
    <h1>${title}</h1>
    ${changed}
    <form method="post" action=${action} class="record">
      ${csrfField(csrf)} ${versionField(version)}
      <p>${question}</p>
      <div class="buttons">
        <button class=${style}>${label}</button>
        <a class="button" href=${cancel}>Cancel</a>
      </div>
    </form>
    ${subject}
  `
}
