import { beforeAll, describe, expect, inject, it } from 'vitest'
import { query } from '../../support/cluster.ts'
import { makeWorld, type World } from '../../support/world.ts'

const products = '/api/portfolio/products'
const example = { direction_slug: 'documents-qr', name: 'Example' }

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

describe('a refusal', () => {
  it.each([
    ['a missing record', 'GET', `${products}/nothing`, undefined, 404, 'not_found', 'Not found.'],
    ['a body that is no JSON', 'POST', products, '{"name":', 400, 'malformed_json', 'Malformed JSON.'],
    ['another method', 'DELETE', products, undefined, 405, 'method_not_allowed', 'Method not allowed.'],
    ['a broken rule', 'POST', products, {}, 422, 'validation_failed', 'Validation failed.'],
  ])(
    'of %s has its text, its code and the id of the request',
    async (_, method, path, body, status, code, message) => {
      const answer = await world.send(method, path, body, { 'x-request-id': 'my-request-1' })
      expect(answer.status).toBe(status)
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.body).toMatchObject({ message, code, request_id: 'my-request-1' })
    },
  )

  it('names every field that breaks a rule at once', async () => {
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

  it('without a token is the same for every path and method, and speaks no word of the body', async () => {
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

  it('of what nobody foresaw says nothing of it', async () => {
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

  it('says when to come back where the database hung up, and serves again within 5 s', async () => {
    const { send, url } = await makeWorld()
    const database = new URL(url).pathname.slice(1)
    const hangUp = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`
    for (const [method, path] of [
      ['GET', '/api/portfolio/signals'],
      ['POST', '/api/portfolio/products'],
    ] as const) {
      await send('GET', path)
      await query(inject('server'), hangUp)
      const { status, headers } = await send(method, path, method === 'POST' ? example : undefined)
      if (status >= 300) expect([status, headers['retry-after']], method).toEqual([503, '1'])
    }
    const again = async () =>
      (await send('POST', '/api/portfolio/products', { ...example, name: 'Again' })).status
    await expect.poll(again, { timeout: 5000 }).toBe(201)
  })
})
