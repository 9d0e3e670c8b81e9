import { randomInt } from 'node:crypto'
import pg from 'pg'
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { query } from '../../support/cluster.ts'
import { setDatabaseSetting } from '../../support/makers.ts'
import { query as queryRows } from '../../support/rows.ts'
import { makeWorld, type World } from '../../support/world.ts'

const products = '/api/portfolio/products'
const example = { direction_slug: 'documents-qr', name: 'Example' }

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

describe('an error response', () => {
  it.each([
    ['a missing record', 'GET', `${products}/nothing`, undefined, 404, 'not_found', 'Not found.'],
    ['malformed JSON', 'POST', products, '{"name":', 400, 'malformed_json', 'Malformed JSON.'],
    [
      'an unsupported method',
      'DELETE',
      products,
      undefined,
      405,
      'method_not_allowed',
      'Method not allowed.',
    ],
    ['an invalid body', 'POST', products, {}, 422, 'validation_failed', 'Validation failed.'],
  ])(
    'to %s has a message, a code and the id of the request',
    async (_, method, path, body, status, code, message) => {
      const answer = await world.send(method, path, body, { 'x-request-id': 'my-request-1' })
      expect(answer.status).toBe(status)
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.body).toMatchObject({ message, code, request_id: 'my-request-1' })
    },
  )

  it('contains every invalid field', async () => {
    const { body } = await world.send('POST', products, {
      portfolio_status: 'huge',
      is_favorite: 'yes',
      extra: 1,
    })
    expect(Object.keys(body.errors).sort()).toEqual([
      'direction_slug',
      'extra',
      'is_favorite',
      'name',
      'portfolio_status',
    ])
    expect(body.errors.name).toEqual(['The name field is required.'])
    expect(body.errors.portfolio_status[0]).toMatch(
      /^The selected portfolio status is invalid\. Allowed: candidate, /,
    )
  })

  it('to a request without a valid token is the same for every path, method and body', async () => {
    for (const [method, path] of [
      ['GET', products],
      ['POST', products],
      ['DELETE', products],
      ['GET', '/api/portfolio/nothing'],
    ] as const) {
      const { status, body } = await world.send(method, path, method === 'POST' ? '{' : undefined, {
        'x-portfolio-token': 'wrong',
      })
      expect(status, `${method} ${path}`).toBe(403)
      expect(body).toMatchObject({ message: 'Invalid or missing portfolio token.', code: 'unauthenticated' })
    }
  })

  it('to an unexpected error contains no details of it', async () => {
    const { app } = await makeWorld()
    await app.orm.em.getConnection().execute('alter table signals drop column severity cascade')
    const response = await app.inject({
      url: '/api/portfolio/signals',
      headers: { 'x-portfolio-token': 'test-token-of-the-environment' },
    })
    expect(response.statusCode).toBe(500)
    expect(response.json()).toEqual({
      message: 'Server Error',
      code: 'server_error',
      request_id: response.headers['x-request-id'],
    })
  })

  it.each([
    ['closes the connection', 'pg_terminate_backend', 'GET', 'signals', undefined],
    ['closes the connection', 'pg_terminate_backend', 'POST', 'products', example],
    // With the SQLSTATE of a statement timeout, 57014.
    ['cancels the statement', 'pg_cancel_backend', 'GET', 'signals', undefined],
    ['cancels the statement', 'pg_cancel_backend', 'POST', 'products', example],
  ])('is 503 with Retry-After if the database %s (%s) during a %s', async (_, end, method, table, body) => {
    const { send, url } = world
    const path = `/api/portfolio/${table}`
    // An answer that was remembered would need no lock.
    const sentPath = method === 'GET' ? `${path}?limit=${randomInt(2, 100)}` : path
    // The first request of a server is slow.
    await send('GET', path)
    const locker = new pg.Client({ connectionString: url })
    await locker.connect()
    onTestFinished(() => locker.end())
    await locker.query(`begin; lock table ${table}`)
    const sent = send(method, sentPath, body)
    // The insert of an earlier request into its log may wait for a lock too.
    const ended = `select ${end}(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query not like '%request_logs%'`
    await expect.poll(() => queryRows(url, ended)).not.toEqual([])
    const { status, headers } = await sent
    expect([status, headers['retry-after']]).toEqual([503, '1'])
  })

  it('is 503 with Retry-After to a write while the database is read-only; reads succeed', async () => {
    const readOnly = await makeWorld()
    await setDatabaseSetting(readOnly, 'default_transaction_read_only', 'on')
    const { status, headers } = await readOnly.send('POST', products, example)
    expect([status, headers['retry-after']]).toEqual([503, '1'])
    expect((await readOnly.send('GET', products)).status).toBe(200)
  })

  it('is 503 with Retry-After to every request while the database accepts no connections', async () => {
    const { send, url } = await makeWorld()
    const database = new URL(url).pathname.slice(1)
    await query(inject('server'), `alter database ${database} allow_connections false`)
    onTestFinished(() => query(inject('server'), `alter database ${database} allow_connections true`))
    await query(
      inject('server'),
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
    )
    for (const _ of [1, 2, 3]) {
      const { status, headers } = await send('GET', '/api/portfolio/signals')
      expect([status, headers['retry-after']]).toEqual([503, '1'])
    }
  })

  it('is followed by success within 5 s once the database accepts connections again', async () => {
    const { send, url } = await makeWorld()
    const database = new URL(url).pathname.slice(1)
    const terminate = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`
    for (const [method, path, success] of [
      ['GET', '/api/portfolio/signals', 200],
      ['POST', '/api/portfolio/products', 201],
    ] as const) {
      await send('GET', path)
      await query(inject('server'), terminate)
      const { status, headers } = await send(method, path, method === 'POST' ? example : undefined)
      expect([
        [success, undefined],
        [503, '1'],
      ]).toContainEqual([status, headers['retry-after']])
    }
    const retry = async () =>
      (await send('POST', '/api/portfolio/products', { ...example, name: 'Retry' })).status
    await expect.poll(retry, { timeout: 5000 }).toBe(201)
  })
})
