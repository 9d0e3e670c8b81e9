import { policyAllows } from '../../../src/access/policy.ts'
import { csrfField } from '../html/csrf.ts'
import { type Html, html } from '../html/html.ts'
import type { RowContext } from '../record/record.ts'

/** Renders the star of a product. For users who may change products it is a button, which works without JavaScript. */
export function favoriteButton({ row, person, csrf }: Omit<RowContext, 'titles'>): Html {
  const isFavorite = row.is_favorite === true
  if (!policyAllows('write', person))
    return isFavorite ? html`<span class="star" role="img" aria-label="Favourite">★</span>` : null
  const address = `/admin/products/${row.id}/favorite`
  const name = isFavorite ? 'Remove from favourites' : 'Add to favourites'
  return html`
    <form method="post" action=${address} hx-post=${address} hx-swap="outerHTML">
      ${csrfField(csrf)}
      <input type="hidden" name="is_favorite" value=${isFavorite ? '0' : '1'} />
      <button class="star" id=${`star-${row.id}`} aria-pressed=${String(isFavorite)} aria-label=${name} title=${name}>${isFavorite ? '★' : '☆'}</button>
    </form>
  `
}
