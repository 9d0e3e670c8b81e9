import { createHash } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import type pg from 'pg'
import { answers, summaryOf } from './portfolio-answers.ts'
import { statements } from './portfolio-sql.ts'

/** The most frequent portfolio requests as written by hand, without this project's framework: Fastify, `pg`, SQL. */
export function portfolioBaseline(pool: pg.Pool): FastifyInstance {
  const app = Fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: false } } })
  const run = async (name: keyof typeof statements, values: unknown[] = []) =>
    (await pool.query({ name, text: statements[name], values })).rows

  app.decorateRequest('author')
  app.addHook('onRequest', async (request, reply) => {
    const secret = request.headers['x-portfolio-token']
    const digest = createHash('sha256').update(String(secret)).digest('hex')
    const [token] = await run('token', [digest])
    if (!token) return reply.code(403).send({ message: 'Invalid or missing portfolio token.' })
    request.author = token
  })

  app.get('/api/portfolio/summary', { schema: { response: { 200: answers.summary } } }, async () => {
    const [row] = await run('summary')
    return { message: 'Portfolio summary.', ...summaryOf(row) }
  })

  app.get<{ Querystring: { limit: number; offset: number } }>(
    '/api/portfolio/products',
    { schema: { querystring: answers.paging, response: { 200: answers.products } } },
    async ({ query }) => {
      const [limit, offset] = [Number(query.limit), Number(query.offset)]
      const [products, [count]] = await Promise.all([
        offset > 0 ? run('productsFrom', [offset]) : run('products'),
        run('productCount'),
      ])
      const meta = {
        total: count.total > 1000 ? null : Number(count.total),
        count: products.length,
        limit,
        offset,
      }
      return { message: 'Products found.', products, meta }
    },
  )

  app.post<{ Body: Record<string, string | undefined> }>(
    '/api/portfolio/signals',
    { schema: { body: answers.newSignal, response: { 201: answers.signal } } },
    async ({ body, author }, reply) => {
      const [product] = await run('product', [body.product_slug])
      if (!product)
        return reply.code(422).send({
          message: 'Validation failed.',
          errors: { product_slug: ['The selected product slug is invalid.'] },
        })
      const credential = `portfolio_token:${author.id}`
      if (body.external_ref) {
        const [earlier] = await run('earlier', [credential, body.external_ref])
        if (earlier) return reply.code(409).send({ message: 'Conflict.', existing_id: earlier.id })
      }
      const by = JSON.stringify({ type: 'portfolio_token', id: Number(author.id), name: author.name })
      const [signal] = await run('newSignal', [
        product.id,
        body.signal_type,
        body.title?.trim(),
        body.severity ?? 'medium',
        body.source_layer ?? 'manual',
        body.status ?? 'open',
        body.body?.trim() ?? null,
        body.recommended_action?.trim() ?? null,
        body.external_ref ?? null,
        credential,
        by,
      ])
      const placed = { product_slug: product.slug, direction_slug: product.direction_slug, app_slug: null }
      return reply
        .code(201)
        .header('location', `/api/portfolio/signals/${signal.id}`)
        .send({ message: 'Signal created.', signal: { ...signal, ...placed } })
    },
  )
  return app
}

declare module 'fastify' {
  interface FastifyRequest {
    author: { id: string; name: string }
  }
}
