import { beforeAll, describe, expect, it } from 'vitest'
import { readPublished } from '../../support/published.ts'
import { makeWorld, token, type World } from '../../support/world.ts'

type Answer = { $ref?: string; content?: { 'application/json': { example: unknown } } }

let world: World
let published: Awaited<ReturnType<typeof readPublished>>
beforeAll(async () => {
  world = await makeWorld()
  published = await readPublished(world.app)
})

describe('the default of a field', () => {
  const body = (method: string, path: string) => {
    const { schema } = published.document.paths[path][method].requestBody.content['application/json']
    return schema.$ref ? published.document.components.schemas[schema.$ref.split('/').at(-1)] : schema
  }
  const defaultsOf = (schema: { properties: Record<string, { default?: unknown }> }) =>
    Object.fromEntries(
      Object.entries(schema.properties).flatMap(([name, one]) =>
        one.default === undefined ? [] : [[name, one.default]],
      ),
    )

  it('is documented in the body of a POST', () => {
    const expected = {
      '/api/portfolio/products': {
        portfolio_status: 'candidate',
        product_focus: 'assess-development',
        is_revenue_generating: false,
        is_favorite: false,
      },
      // The default binding status depends on the product.
      '/api/portfolio/apps': { implementation_status: 'idea' },
      '/api/portfolio/signals': { source_layer: 'manual', severity: 'medium', status: 'open' },
      '/api/portfolio/decisions': { status: 'active' },
      // The default source depends on the API that creates the contact.
      '/api/v1/contacts': { status: 'active' },
      '/api/v1/strategies': { status: 'draft' },
      '/api/v1/analytics/clicks': { status: 'ok' },
      '/api/improvements': { status: 'new', priority: 'medium' },
      '/api/agents': { is_active: true },
    }
    for (const [path, defaults] of Object.entries(expected))
      expect([path, defaultsOf(body('post', path))]).toEqual([path, defaults])
    const { tasks } = body('post', '/api/portfolio/decisions').properties
    expect(defaultsOf(tasks.items)).toEqual({ status: 'open', priority: 'medium' })
  })

  it('is not documented in the body of a PATCH or PUT, nor in an answer', () => {
    const { paths, components } = published.document
    for (const [path, operations] of Object.entries<Record<string, { responses: object }>>(paths))
      for (const [method, { responses }] of Object.entries(operations)) {
        expect(JSON.stringify(responses), path).not.toContain('"default":')
        if (['patch', 'put'].includes(method) && path !== '/api/v1/applications/{id}/archive')
          expect(JSON.stringify(body(method, path)), path).not.toContain('"default":')
      }
    for (const [name, schema] of Object.entries(components.schemas))
      if (!/^(New|ClickBatch)/.test(name)) expect(JSON.stringify(schema), name).not.toContain('"default":')
  })
})

describe('the example of an answer', () => {
  it('exists for every answer with a body and matches its schema', () => {
    const operations = Object.entries<Record<string, { responses: Record<string, Answer> }>>(
      published.document.paths,
    )
    let examples = 0
    for (const [path, methods] of operations)
      for (const [method, { responses }] of Object.entries(methods))
        for (const [status, { $ref, content }] of Object.entries(responses)) {
          if ($ref || !content) continue
          const body = JSON.stringify(content['application/json'].example)
          const where = `${method} ${path} ${status}`
          expect(body, where).toBeDefined()
          expect(published.faults(method, path, { statusCode: Number(status), body }), where).toEqual([])
          examples++
        }
    expect(examples).toBeGreaterThan(operations.length)
  })

  it('contains the values of the example of its request', () => {
    const { post } = published.document.paths['/api/portfolio/signals']
    const sent = post.requestBody.content['application/json'].example
    const { signal } = post.responses[201].content['application/json'].example
    expect(signal).toMatchObject({ title: sent.title, severity: sent.severity, status: 'open', body: null })
  })
})

describe('the answers to the examples of the requests', () => {
  it('match the document, for success and for errors', async () => {
    const statusOf = async (method: string, url: string, body?: object, headers = {}) => {
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
    const example = (method: string, path: string): object => {
      const { example } =
        published.document.paths[root + path][method].requestBody.content['application/json']
      const named = { 'DIRECTION-SLUG': 'documents-qr', 'PRODUCT-SLUG': 'skaner-qr' }
      return JSON.parse(
        Object.entries(named).reduce((text, names) => text.replaceAll(...names), JSON.stringify(example)),
      )
    }
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
      expect(await statusOf('POST', `${root}/${kind}`, example('post', `/${kind}`)), kind).toBe(201)
      expect(await statusOf('POST', `${root}/${kind}`, {})).toBe(422)
      expect(await statusOf('GET', `${root}/${kind}?unknown=1`)).toBe(422)
      expect(await statusOf('GET', `${root}/${kind}/1`)).toBe(200)
      expect(await statusOf('GET', `${root}/${kind}/99`)).toBe(404)
      expect(await statusOf('GET', `${root}/${kind}/1`, undefined, { 'x-portfolio-token': 'no' })).toBe(403)
    }
    for (const kind of [
      'products/{product}',
      'apps/{mobileApp}',
      'signals/{id}',
      'decisions/{id}',
      'tasks/{id}',
    ])
      expect(
        await statusOf('PATCH', `${root}/${kind.replace(/\{.*/, '1')}`, example('patch', `/${kind}`)),
      ).toBe(200)
    expect(await statusOf('PATCH', `${root}/products/1`, {}, { 'if-match': '"old"' })).toBe(412)
    for (const view of ['summary', 'directions', 'reference', 'changes'])
      expect(await statusOf('GET', `${root}/${view}`)).toBe(200)
    for (const path of ['/health/live', '/health/ready']) expect(await statusOf('GET', path)).toBe(200)
  })
})
