import { type Html, html } from './html.ts'

/** Renders a text with a button that copies it. */
export function copyable(id: string, text: string, element: 'code' | 'pre' = 'pre'): Html {
  return html`<div class="copy">
    ${element === 'pre' ? html`<pre id=${id} tabindex="0">${text}</pre>` : html`<code id=${id}>${text}</code>`}
    <button type="button" data-copy=${`#${id}`} hidden>Copy</button>
  </div>`
}
