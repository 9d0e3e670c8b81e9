import { z } from 'zod'
import { changeProduct } from '../../../src/portfolio/product/writes.ts'
import { boolean } from '../../../src/record/rules/boolean.ts'
import { required } from '../../../src/record/rules/required.ts'
import { validate } from '../../../src/record/validation/validate.ts'
import type { Server } from '../../server/server.ts'
import { render } from '../html/html.ts'
import { favoriteButton } from '../parts/favorite-button.ts'
import { requireWriter } from '../record/row.ts'
import { pathId } from '../request/path-id.ts'
import { refererPath } from '../request/referer-path.ts'
import { personOf, redirect } from '../request/reply.ts'
import { adminWrite, noPrecondition } from '../request/write.ts'

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
      return redirect(reply, refererPath(request) ?? `/admin/products/${product.id}`)
    const context = { row: product, person: personOf(request), csrf: reply.generateCsrf() }
    return reply.type('text/html; charset=utf-8').send(render(favoriteButton(context), app.config.TIME_ZONE))
  })
}
