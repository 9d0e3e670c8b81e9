import { type Html, html } from '../../html/html.ts'
import { linkTo } from '../../html/link-to.ts'
import { numberText, rich } from '../../html/text.ts'

/** Renders how many rows a list leaves out, with a link to all of them. Nothing if it has all. */
export function more(total: number, shown: number, href: string): Html {
  if (total <= shown) return null
  return html`<p class="muted">${rich('week.more', { count: total - shown, total, all: linkTo(href) })}</p>`
}

/** Renders a number as a link to the list behind it. */
export function linkedCount(count: number, href: string): Html {
  return count === 0 ? html`<span class="absent">0</span>` : html`<a href=${href}>${numberText(count)}</a>`
}
