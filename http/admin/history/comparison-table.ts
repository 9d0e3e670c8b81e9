import { type Html, html } from '../html/html.ts'
import { words } from '../html/words.ts'

/** A field in a table of values. `heading` replaces its name, `note` is an additional last cell, without a value. */
export type ComparedField = { name: string; values: Html[]; heading?: Html; note?: Html }

/** Renders a table with the values of fields side by side, under the heads of their columns. */
export function comparisonTable(label: string, heads: string[], fields: ComparedField[]): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label=${label}>
    <table>
      <thead>
        <tr><th scope="col">Field</th>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr>
      </thead>
      <tbody>
        ${fields.map(
          ({ name, values, heading, note }) => html`<tr>
            <th scope="row">${heading ?? words(name)}</th>
            ${values.map((value) => html`<td class="text">${value}</td>`)}
            ${note === undefined ? null : html`<td>${note}</td>`}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
