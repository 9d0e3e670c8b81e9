import { request } from 'node:http'
import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '../../support/admin-routes.ts'
import { sql } from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'
import { token as environmentToken, makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

describe('a request target', () => {
  // `fetch` cannot send a target in absolute form.
  const send = async (method: string, path: string, headers: Record<string, string>) => {
    const { port } = new URL(await address)
    return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const sent = request({
        port,
        method,
        path,
        headers: { 'content-type': 'application/json', ...headers },
      })
      sent.on('error', reject).on('response', async (answer) => {
        let text = ''
        for await (const chunk of answer) text += chunk
        resolve({ status: answer.statusCode, text })
      })
      sent.end(method === 'POST' ? JSON.stringify({ name: headers['idempotency-key'] }) : '')
    })
  }
  let address: Promise<string>
  beforeAll(() => {
    address = world.app.listen({ host: '127.0.0.1', port: 0 })
  })

  it('in absolute form is treated like its path in links, in the request log and for Idempotency-Key', async () => {
    const { token } = await makePerson(world, 'admin')
    const headers = { authorization: `Bearer ${token}` }
    const list = await send('GET', 'http://evil.example/api/v1/companies?per_page=1', headers)
    expect(list.status).toBe(200)
    expect(JSON.parse(list.text)).toMatchObject({
      links: { first: 'http://ops.test/api/v1/companies?per_page=1&page=1' },
      meta: { path: 'http://ops.test/api/v1/companies' },
    })
    const withKey = { ...headers, 'idempotency-key': 'once' }
    const first = await send('POST', 'HTTP://evil.example:8080/api/v1/companies', withKey)
    expect(await send('POST', '/api/v1/companies', withKey)).toEqual(first)
    expect(first.status).toBe(201)
    const logged = () =>
      sql(world, `select path from request_logs where path like '%companies' order by id limit 3`)
    await expect.poll(logged).toEqual(Array(3).fill({ path: '/api/v1/companies' }))
  })

  it('with needless percent-encoding is treated like the path without it', async () => {
    const { token } = await makePerson(world, 'admin')
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'encoded' }
    const first = await send('POST', '/api/v1/%63ompanies?x=%61', headers)
    expect(first.status).toBe(201)
    expect(await send('POST', '/%61pi/%761/companies?x=%61', headers)).toEqual(first)
    expect((await send('GET', '/%6Dcp', headers)).status).toBe(401)
    expect((await send('GET', '/%61pi/%7a%zz', headers)).status).toBe(404)
    const logged = () =>
      sql(world, `select surface, path from request_logs where path not like '%companies' or route is null`)
    await expect.poll(logged).toEqual([
      { surface: 'mcp', path: '/mcp' },
      { surface: 'http', path: '/api/z%zz' },
    ])
  })

  it('with a slash at its end is answered like the path without it, on every route', async () => {
    const answer = async (method: string, url: string, headers: Record<string, string>) => {
      const sent = { method, url, headers: { 'content-type': 'application/json', ...headers } }
      const response = await world.app.inject(sent as InjectOptions)
      const { 'x-ratelimit-limit': limit, 'content-type': type, location, allow } = response.headers
      // A record, and the log of the requests, may change in between.
      const isFault = response.statusCode >= 400 && String(type).includes('json')
      const body = isFault ? { ...response.json(), request_id: '' } : ''
      return [method, response.statusCode, { limit, type, location, allow }, body]
    }
    const { token } = await makePerson(world, 'admin')
    const areas: [RegExp, Record<string, string>][] = [
      [/^\/api\/v1\/(?!bot)/, { authorization: `Bearer ${token}` }],
      [/^\/(api\/portfolio|mcp)/, { 'x-portfolio-token': environmentToken }],
      [/./, {}],
    ]
    for (const { method, path } of allRoutes(world)) {
      const url = path.replace(/:\w+/g, '999999').replace('*', 'x')
      const headers = areas.find(([pattern]) => pattern.test(url))?.[1] ?? {}
      // The routes at the root of an area have both addresses.
      if (url.endsWith('/') || /logout|token/.test(url)) continue
      expect(await answer(method, `${url}/`, headers), `${url}/`).toEqual(await answer(method, url, headers))
    }
  })

  it('with a slash at its end is the same route in the request log and for Idempotency-Key', async () => {
    const { token } = await makePerson(world, 'admin')
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'slash' }
    const first = await send('POST', '/api/v1/companies/?y=1', headers)
    expect(first.status).toBe(201)
    expect(await send('POST', '/api/v1/companies?y=1', headers)).toEqual(first)
    const { id } = JSON.parse(first.text).data
    expect((await send('GET', `/api/v1/companies/${id}/`, headers)).status).toBe(200)
    for (const path of ['/api/v1/companies//', `/api/v1/companies/${id}//`, '/api/v1/companies/%2F'])
      expect((await send('GET', path, headers)).status, path).toBe(404)
    const logged = () =>
      sql(
        world,
        `select distinct path, route from request_logs where path ~ '^/api/v1/companies/${id}/?$' and status = 200`,
      )
    await expect.poll(logged).toEqual([{ path: `/api/v1/companies/${id}`, route: '/api/v1/companies/:id' }])
  })

  it('in absolute form without a path is treated like /', async () => {
    for (const path of ['http://evil.example', 'https://evil.example?x=1'])
      expect((await send('GET', path, {})).status).toBe(404)
  })
})
