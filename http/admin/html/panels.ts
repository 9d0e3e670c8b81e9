import type { Message } from '../../../src/record/fault.ts'
import { type Html, html } from './html.ts'

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
  text: Html
  href: string | undefined
}

/** Renders a list of links, or the sentence `none`. */
export function items(list: Item[], none: Message, isWide = false): Html {
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

/** A number with its label, and the address of the list that it was counted from. */
export type Card = {
  label: Message
  value: string
  /** Adds to the number, such as its change. */
  note?: Message | undefined
  /** The address of the list behind a number in the note, if it is another list. */
  noteHref?: string | undefined
  href?: string | undefined
  tone?: 'good' | 'warn' | 'bad' | undefined
}

const longLength = 12

/** Renders numbers side by side. */
export function cards(list: Card[]): Html {
  return html`<div class="cards">
    ${list.map(({ label, value, note, noteHref, href, tone }) => {
      const length = value.length > longLength ? 'long' : ''
      const number = html`
        <span class="label">${label}</span>
        <span class=${`value ${tone ?? ''} ${length}`}>${value}</span>
      `
      if (noteHref)
        return html`<div class="card"><a href=${href}>${number}</a> <a class="note-of" href=${noteHref}>${note}</a></div>`
      const content = html`${number} ${note ? html`<span class="note-of">${note}</span>` : null}`
      return href
        ? html`<a class="card" href=${href}>${content}</a>`
        : html`<div class="card">${content}</div>`
    })}
  </div>`
}
