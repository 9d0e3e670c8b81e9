import { type Html, html } from './html.ts'

/** A number with its label, and the address of the list that it was counted from. */
export type Card = {
  label: string
  value: string
  /** Adds to the number, such as its change. */
  note?: string | undefined
  href?: string | undefined
  tone?: 'good' | 'warn' | 'bad' | undefined
}

const longLength = 12

/** Renders numbers side by side. */
export function cards(list: Card[]): Html {
  return html`<div class="cards">
    ${list.map(({ label, value, note, href, tone }) => {
      const length = value.length > longLength ? 'long' : ''
      const content = html`
        <span class="label">${label}</span>
        <span class=${`value ${tone ?? ''} ${length}`}>${value}</span>
        ${note ? html`<span class="note-of">${note}</span>` : null}
      `
      return href
        ? html`<a class="card" href=${href}>${content}</a>`
        : html`<div class="card">${content}</div>`
    })}
  </div>`
}
