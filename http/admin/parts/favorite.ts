import { z } from 'zod'
import { policyAllows } from '../../../src/access/policy.ts'
import { changeProduct } from '../../../src/portfolio/product/writes.ts'
import { boolean } from '../../../src/record/rules/boolean.ts'
import { required } from '../../../src/record/rules/required.ts'
import { validate } from '../../../src/record/validation/validate.ts'
import type { Server } from '../../server/server.ts'
import { type Html, html, render } from '../html/html.ts'
import { csrfField } from '../html/post-form.ts'
import { t } from '../html/text.ts'
import { recordAddress } from '../record/address.ts'
import type { RowContext } from '../record/record.ts'
import { requireWriter } from '../record/row.ts'
import { pathId, refererPath } from '../request/path.ts'
import { personOf, redirect } from '../request/reply.ts'
import { adminWrite, noPrecondition } from '../request/write.ts'

/** Renders the star of a product. For users who may change products it is a button, which works without JavaScript. */
export function favoriteButton({ row, person, csrf }: Omit<RowContext, 'titles'>): Html {
  const isFavorite = row.is_favorite === true
  if (!policyAllows('write', person))
    return isFavorite
      ? html`<span class="star" role="img" aria-label=${t('product.favourite')}>★</span>`
      : null
  const address = `${recordAddress('products', row.id)}/favorite`
  const name = isFavorite ? t('product.removeFavourite') : t('product.addFavourite')
  return html`
    <form method="post" action=${address} hx-post=${address} hx-swap="outerHTML">
      ${csrfField(csrf)}
      <input type="hidden" name="is_favorite" value=${isFavorite ? '0' : '1'} />
      <button class="star" id=${`star-${row.id}`} aria-pressed=${String(isFavorite)} aria-label=${name} title=${name}>${isFavorite ? '★' : '☆'}</button>
    </form>
  `
}

const Star = z.object({ is_favorite: required(boolean) })

/** Registers the route that adds a product to the favourites or removes it. */
export function favoriteRoute(app: Server): void {
  app.post('/products/:id/favorite', async (request, reply) => {
    requireWriter(request)
    const id = pathId(request)
    const input = validate(Star, request.body)
    const { record: product } = await adminWrite(
      request,
      (em, actor) => changeProduct(em, actor, { id }, input, noPrecondition),
      { form: () => ({ type: 'product', action: 'change', id, body: input }) },
    )
    if (request.headers['hx-request'] !== 'true')
      return redirect(reply, refererPath(request) ?? recordAddress('products', product.id))
    const context = { row: product, person: personOf(request), csrf: reply.generateCsrf() }
    return reply.type('text/html; charset=utf-8').send(render(favoriteButton(context), app.config.TIME_ZONE))
  })
}
