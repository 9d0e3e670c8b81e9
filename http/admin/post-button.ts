import { csrfField } from './csrf.ts'
import { type Html, html } from './html.ts'

/** Renders a button that sends a POST without further input. It works without JavaScript. */
export function postButton(
  action: string,
  csrf: string,
  label: string,
  style?: 'danger' | 'primary' | 'plain',
): Html {
  return html`<form method="post" action=${action}>
    ${csrfField(csrf)}
    <button class=${style}>${label}</button>
  </form>`
}
