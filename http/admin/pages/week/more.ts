import { type Html, html } from '../../html/html.ts'

/** Renders how many rows a list leaves out, with a link to all of them. Nothing if it has all. */
export function more(total: number, shown: number, href: string): Html {
  if (total <= shown) return null
  return html`<p class="muted">${`and ${(total - shown).toLocaleString('en')} more: `}<a href=${href}>${`all ${total.toLocaleString('en')}`}</a></p>`
}

/** Renders a number as a link to the list behind it. */
export function linkedCount(count: number, href: string): Html {
  return count === 0
    ? html`<span class="absent">0</span>`
    : html`<a href=${href}>${count.toLocaleString('en')}</a>`
}
