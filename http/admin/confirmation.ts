import { csrfField } from './csrf.ts'
import { type Html, html } from './html.ts'

type Confirmation = { title: string; question: string; csrf: string; label: string; cancel: string }

/** Renders a page that asks before a destructive action. It works without JavaScript. */
export function confirmation({ title, question, csrf, label, cancel }: Confirmation): Html {
  return html`
    <h1>${title}</h1>
    <form method="post" class="record">
      ${csrfField(csrf)}
      <p>${question}</p>
      <div class="buttons">
        <button class="danger">${label}</button>
        <a class="button" href=${cancel}>Cancel</a>
      </div>
    </form>
  `
}
