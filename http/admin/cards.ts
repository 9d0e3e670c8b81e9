import { type Html, html } from './html.ts'

/** A number with its name. It leads to the list behind it. */
export type Card = {
  label: string
  value: string
  href?: string | undefined
  tone?: 'good' | 'warn' | 'bad' | undefined
}

const longLength = 10

/** Renders numbers side by side. */
export function cards(list: Card[]): Html {
  return html`<div class="cards">
    ${list.map(({ label, value, href, tone }) => {
      const length = value.length > longLength ? 'long' : ''
      const content = html`
        <span class=${`value ${tone ?? ''} ${length}`}>${value}</span>
        <span class="label">${label}</span>
      `
      return href
        ? html`<a class="card" href=${href}>${content}</a>`
        : html`<div class="card">${content}</div>`
    })}
  </div>`
}
