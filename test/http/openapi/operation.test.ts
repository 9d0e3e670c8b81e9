import { beforeAll, describe, expect, it } from 'vitest'
import { readPublished } from '../../support/published.ts'
import { makeWorld, token, type World } from '../../support/world.ts'

let world: World
let published: Awaited<ReturnType<typeof readPublished>>
beforeAll(async () => {
  world = await makeWorld()
  published = await readPublished(world.app)
})

describe('every answer', () => {
  it('of a record from its making to its change is as documented', async () => {
    const say = async (method: string, url: string, body?: object, headers = {}) => {
      const response = await world.app.inject({
        method: method as 'GET',
        url,
        headers: { 'x-portfolio-token': token, ...headers },
        ...(body && { payload: body }),
      })
      expect(published.faults(method, url, response), `${method} ${url} ${response.statusCode}`).toEqual([])
      return response.statusCode
    }
    const root = '/api/portfolio'
    const example = (method: string, path: string): object =>
      published.document.paths[root + path][method].requestBody.content['application/json'].example
    for (const kind of [
      'products',
      'apps',
      'signals',
      'insights',
      'economics',
      'decisions',
      'tasks',
      'canon-rules',
    ]) {
      expect(await say('POST', `${root}/${kind}`, example('post', `/${kind}`)), kind).toBe(201)
      expect(await say('POST', `${root}/${kind}`, {})).toBe(422)
      expect(await say('GET', `${root}/${kind}?unknown=1`)).toBe(200)
      expect(await say('GET', `${root}/${kind}/1`)).toBe(200)
      expect(await say('GET', `${root}/${kind}/99`)).toBe(404)
      expect(await say('GET', `${root}/${kind}/1`, undefined, { 'x-portfolio-token': 'no' })).toBe(403)
    }
    for (const kind of [
      'products/{product}',
      'apps/{mobileApp}',
      'signals/{id}',
      'decisions/{id}',
      'tasks/{id}',
    ])
      expect(await say('PATCH', `${root}/${kind.replace(/\{.*/, '1')}`, example('patch', `/${kind}`))).toBe(
        200,
      )
    expect(await say('PATCH', `${root}/products/1`, {}, { 'if-match': '"old"' })).toBe(412)
    for (const view of ['summary', 'directions', 'reference', 'changes'])
      expect(await say('GET', `${root}/${view}`)).toBe(200)
    for (const path of ['/health/live', '/health/ready']) expect(await say('GET', path)).toBe(200)
  })
})
