import type { MappedProduct } from '../../../src/catalog/map/read.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { type Html, html } from '../html/html.ts'
import { changeOf, overdueOf, stateOf, whyOf } from './map-words.ts'

/** Returns the class of a tile: the kind and severity of its worst unresolved signal. A growth point harms nobody. */
function toneOf({ worst }: Pick<MappedProduct, 'worst'>): string {
  if (!worst) return 'calm'
  return worst.signal_type === 'growth-point' ? 'growth' : worst.severity
}

/** Renders a product on the map. The sentence why appears on hover and focus, and describes the link. */
export function mapTile(product: MappedProduct, size: number): Html {
  const { id, is_favorite, direction } = product
  const change = changeOf(product)
  const overdue = overdueOf(product)
  const why = `why-${id}`
  return html`<li class=${`tile size-${size} is-${toneOf(product)}`}>
    <div class="tile-head">
      <a href=${`/admin/products/${id}`} aria-describedby=${why}>${is_favorite ? html`<span aria-hidden="true">★ </span>` : null}${visibleName(product)}</a>
      <input type="checkbox" name="ids" value=${id} aria-label=${`Compare ${visibleName(product)}, ${visibleName(direction)}`} />
    </div>
    <p class="tile-facts">
      <span class="tile-state">${stateOf(product)}</span>
      ${change ? html`<span class=${`tile-change ${change.arrow === '↓' ? 'down' : ''}`}><span aria-hidden="true">${change.arrow} </span>${change.short}</span>` : null}
      ${overdue ? html`<span class="tile-mark" title=${overdue}><span aria-hidden="true">⚑ </span>overdue</span>` : null}
    </p>
    <p class="tile-why" id=${why} role="tooltip">${whyOf(product)}</p>
  </li>`
}
