import { mapDays } from '../../../src/catalog/map/facts.ts'
import type { MappedProduct } from '../../../src/catalog/map/read.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { absent, badge } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { changeOf, overdueOf, stateOf } from './map-words.ts'

/** Renders the products of the map as a table, with everything that the tiles show. */
export function mapTable(products: readonly MappedProduct[]): Html {
  return html`<details>
    <summary>The map as a table</summary>
    <div class="table" tabindex="0" role="region" aria-label="Products of the map">
      <table>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Direction</th>
            <th scope="col">Status</th>
            <th scope="col">Worst unresolved signal</th>
            <th scope="col" class="number">Unresolved</th>
            <th scope="col" class="number">${`Clicks, ${mapDays} days`}</th>
            <th scope="col" class="number">Change</th>
            <th scope="col">Installs</th>
            <th scope="col">Overdue</th>
          </tr>
        </thead>
        <tbody>
          ${products.map(row)}
        </tbody>
      </table>
    </div>
  </details>`
}

function row(product: MappedProduct): Html {
  const { id, slug, direction, portfolio_status, worst, unresolved, clicks, installs } = product
  const change = changeOf(product)
  return html`<tr>
    <th scope="row"><a href=${`/admin/products/${id}`}>${visibleName(product)}</a></th>
    <td><a href=${`/admin/directions/${direction.id}`}>${visibleName(direction)}</a></td>
    <td>${badge(portfolio_status)}</td>
    <td class="wide">
      ${worst ? html`${stateOf(product)}: <a href=${`/admin/signals/${worst.id}`}>${visibleName({ id: worst.id, name: worst.title })}</a>` : absent}
    </td>
    <td class="number"><a href=${`/admin/signals?${new URLSearchParams({ product_slug: slug, unresolved: '1' })}`}>${unresolved.toLocaleString('en')}</a></td>
    <td class="number">${clicks ? clicks.current.toLocaleString('en') : absent}</td>
    <td class="number">${change ? `${change.arrow} ${change.short}` : absent}</td>
    <td>${installs.join(', ') || absent}</td>
    <td>${overdueOf(product) || absent}</td>
  </tr>`
}
