import { createHash } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import type pg from 'pg'

const list = `select a.id, a.created_at, a.updated_at, a.created_by, a.updated_by, a.name, a.platform, a.status, a.native_id,
      a.store_url, a.bundle_id, a.archived_at,
      case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end as company,
      case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as owner
    from applications a left join companies c on c.id = a.company_id and c.deleted_at is null
    left join users u on u.id = a.owner_id
    where a.deleted_at is null and a.status <> 'archived' order by a.id desc limit 26`

const statements = {
  token: `select t.id, t.abilities, u.id as user_id, u.name, u.role, u.status from tokens t join users u on u.id = t.user_id
    where t.prefix = 'ops' and t.digest = $1 and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
    and u.status <> 'blocked'`,
  list,
  // PostgreSQL would plan the statement again at every run if OFFSET 0 were a parameter.
  listFrom: `${list} offset $1`,
  count: `select count(*) as total from (select from applications where deleted_at is null and status <> 'archived'
    limit 1001) as matching`,
}

const text = { type: 'string' }
const nullableText = { type: 'string', nullable: true }
const integer = { type: 'integer' }
const nullableInteger = { type: 'integer', nullable: true }
const record = (properties: Record<string, object>) => ({ type: 'object', properties })
const named = { ...record({ id: integer, name: text }), nullable: true }
const by = record({ type: text, id: nullableInteger, name: text })

const application = record({
  id: integer,
  created_at: text,
  updated_at: text,
  created_by: by,
  updated_by: by,
  name: text,
  platform: text,
  status: text,
  native_id: text,
  store_url: nullableText,
  bundle_id: nullableText,
  archived_at: nullableText,
  company: named,
  owner: named,
})

const page = record({
  data: { type: 'array', items: application },
  links: record({ first: text, last: nullableText, prev: nullableText, next: nullableText }),
  meta: record({
    current_page: integer,
    from: nullableInteger,
    last_page: nullableInteger,
    path: text,
    per_page: integer,
    to: nullableInteger,
    total: nullableInteger,
  }),
})

/** The list of applications as written by hand, without this project's framework: Fastify, `pg`, SQL. */
export function operationsBaseline(pool: pg.Pool): FastifyInstance {
  const app = Fastify()
  const run = async (name: keyof typeof statements, values: unknown[] = []) =>
    (await pool.query({ name, text: statements[name], values })).rows

  app.addHook('onRequest', async (request, reply) => {
    const [, secret = ''] = (request.headers.authorization ?? '').split(' ')
    const [token] = await run('token', [createHash('sha256').update(secret).digest('hex')])
    if (!token) return reply.code(401).send({ message: 'Unauthenticated.' })
    if (!token.abilities.includes('apps:read'))
      return reply.code(403).send({ message: 'This action is unauthorized.' })
  })

  app.get<{ Querystring: { page?: string; per_page?: string } }>(
    '/api/v1/applications',
    { schema: { response: { 200: page } } },
    async ({ query }) => {
      const [current, size] = [Number(query.page ?? 1), Math.min(Number(query.per_page ?? 15), 100)]
      const before = (current - 1) * size
      const [found, [count]] = await Promise.all([
        before > 0 ? run('listFrom', [before]) : run('list'),
        run('count'),
      ])
      const data = found.slice(0, size)
      const total = count.total > 1000 ? null : Number(count.total)
      const last = total === null ? null : Math.max(1, Math.ceil(total / size))
      const to = (number: number) => `http://localhost/api/v1/applications?page=${number}&per_page=${size}`
      return {
        data,
        links: {
          first: to(1),
          last: last && to(last),
          prev: current > 1 ? to(current - 1) : null,
          next: found.length > size ? to(current + 1) : null,
        },
        meta: {
          current_page: current,
          from: data.length > 0 ? before + 1 : null,
          last_page: last,
          path: 'http://localhost/api/v1/applications',
          per_page: size,
          to: data.length > 0 ? before + data.length : null,
          total,
        },
      }
    },
  )
  return app
}
