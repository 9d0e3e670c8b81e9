import { type Html, html } from './html.ts'

/** A number with its name. It leads to the list behind it. */
export type Card = {
  label: string
  value: string
  href?: string | undefined
  note?: string | undefined
  tone?: 'good' | 'warn' | 'bad' | undefined
}

const longLength = 14

/** Renders numbers side by side. */
export function cards(list: Card[]): Html {
  return html`<div class="cards">
    ${list.map(({ label, value, href, note, tone }) => {
      const length = value.length > longLength ? 'long' : ''
      const content = html`
        <span class="label">${label}</span>
        <span class=${`value ${tone ?? ''} ${length}`}>${value}</span>
        ${note ? html`<span class="note">${note}</span>` : null}
      `
      return href
        ? html`<a class="card" href=${href}>${content}</a>`
        : html`<div class="card">${content}</div>`
    })}
  </div>`
}
