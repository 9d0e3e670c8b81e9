import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import type pg from 'pg'
import { answers, summaryOf } from './portfolio-answers.ts'

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

const point = (type: string) => `(select coalesce(json_agg(item), '[]') from (
  select id, title, severity, recommended_action, (select slug from products where id = product_id) as product_slug
  from signals where status = 'open' and signal_type = '${type}'
  order by array_position(array['critical', 'high', 'medium', 'low'], severity), id desc limit 10) as item)`

const trend = (table: string, at: string) => `(select json_build_object(
  'current', count(*) filter (where ${at} >= now() - interval '30 days'),
  'previous', count(*) filter (where ${at} < now() - interval '30 days'))
  from ${table} where ${at} >= now() - interval '60 days')`

const waiting = `
  (select title, severity, recommended_action, signal_type as type,
    (select slug from products where id = product_id) as product_slug, created_at as since
    from signals where status = 'open' and signal_type in ('problem', 'risk') and severity in ('high', 'critical')
    order by (severity = 'critical') desc, id limit 10)
  union all
  (select title, 'high', 'Review the decision, due on ' || review_at || '.', 'decision_review',
    (select slug from products where id = product_id), review_at
    from decisions where status = 'active' and review_at < current_date order by review_at limit 10)
  union all
  (select title, priority, 'Finish the task, due on ' || due_at || '.', 'task',
    (select slug from products where id = product_id), due_at
    from tasks where status in ('open', 'in-progress', 'blocked') and priority in ('high', 'critical')
    and due_at < current_date order by due_at limit 10)`

const products = `
    select p.*, d.slug as direction_slug, json_build_object('id', d.id, 'slug', d.slug, 'name', d.name) as direction,
      (select count(*)::int from apps where product_id = p.id) as apps_count,
      (select count(*)::int from signals where product_id = p.id and status = 'open') as open_signals_count
    from products p join directions d on d.id = p.direction_id order by p.id desc limit 50`

/** Every statement of the hand-written server. Each runs as a prepared statement of its name. */
const statements = {
  token: `select id, name from tokens where prefix = 'pft' and digest = $1 and revoked_at is null
    and (expires_at is null or expires_at > now())`,

  summary: `
    with open as (select
      count(*) filter (where signal_type = 'problem' and severity = 'critical') as critical_problems,
      count(*) filter (where signal_type = 'growth-point' and severity in ('high', 'critical')) as key_growth_points,
      bool_or(signal_type <> 'growth-point' and severity = 'critical') as critical,
      bool_or(signal_type <> 'growth-point' and severity = 'high') as high
      from signals where status = 'open')
    select (select count(*)::int from directions) as directions_count,
      (select count(*)::int from products) as products_count,
      (select count(*)::int from apps) as apps_count,
      open.critical_problems::int, open.key_growth_points::int, open.critical, open.high,
      exists (select from decisions where status = 'active' and review_at < current_date)
        or exists (select from tasks where status in ('open', 'in-progress', 'blocked')
          and priority in ('high', 'critical') and due_at < current_date) as overdue,
      (select coalesce(json_agg(json_build_object('title', title, 'severity', severity, 'recommended_action',
        recommended_action, 'type', type, 'product_slug', product_slug) order by (severity = 'critical') desc, since), '[]')
        from (select * from (${waiting}) as waiting order by (severity = 'critical') desc, since limit 10) as first
      ) as need_attention,
      (select coalesce(json_agg(item), '[]') from (select title, rule_type as type from canon_rules
        where status = 'active' order by id desc limit 20) as item) as canon,
      (select coalesce(json_agg(item), '[]') from (select slug, name, portfolio_status, health_state, is_favorite
        from products order by is_favorite desc, id desc limit 200) as item) as products,
      json_build_object(
        'signals_opened', ${trend('signals', 'created_at')}, 'signals_resolved', ${trend('signals', 'resolved_at')},
        'insights', ${trend('insights', 'created_at')}, 'decisions', ${trend('decisions', 'created_at')},
        'tasks_done', ${trend('tasks', 'done_at')}) as trends,
      ${point('risk')} as risks, ${point('growth-point')} as growth_points, now() as generated_at
    from open`,

  products,

  // PostgreSQL would plan the statement again at every run if OFFSET 0 were a parameter.
  productsFrom: `${products} offset $1`,

  productCount: 'select count(*) as total from (select from products limit 1001) as matching',

  product: `select p.id, p.slug, d.slug as direction_slug from products p join directions d on d.id = p.direction_id
    where p.slug = $1`,

  earlier: 'select id from signals where credential = $1 and external_ref = $2',

  newSignal: `insert into signals (product_id, signal_type, title, severity, source_layer, status, body,
      recommended_action, external_ref, credential, created_by, updated_by)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) returning *`,
}
