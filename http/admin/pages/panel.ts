import { type Html, html } from '../html/html.ts'

/** Renders a part of the dashboard with its heading. */
export function panel(id: string, title: Html, content: Html): Html {
  return html`<section class="panel" aria-labelledby=${id}>
    <h2 id=${id}>${title}</h2>
    ${content}
  </section>`
}

/** A link with a label before it and a text below it. */
type Item = {
  lead: Html
  title: string
  text: string | null
  href: string | undefined
}

/** Renders a list of links, or the sentence `none`. */
export function items(list: Item[], none: string, isWide = false): Html {
  if (list.length === 0) return html`<p class="absent">${none}</p>`
  return html`<ul class=${isWide ? 'items wide' : 'items'}>
    ${list.map(
      ({ lead, title, text, href }) => html`<li>
        <span>${lead}</span>
        <div>
          <a href=${href}>${title}</a>
          ${text ? html`<p>${text}</p>` : null}
        </div>
      </li>`,
    )}
  </ul>`
}
