import { beforeAll, describe, expect, it } from 'vitest'
import { generateSecret } from '../../../src/record/token-format.ts'
import { callTool, toolDependencies } from '../../mcp/call-tool.ts'
import { makeApp, makeInsight, makeProduct, makeToken, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  for (const name of ['Receipt scanner', 'Weather', 'Run', 'Swim']) await makeProduct(world, { name })
  await makeApp(world, { name: 'Receipt scanner iOS', product_slug: 'receipt-scanner' })
})

const next = async (method: string, path: string, body?: object, headers = {}) => {
  const answer = await world.send(method, root + path, body, headers)
  return [answer.status, answer.body.message, answer.body.next]
}
const missing = (sentence: unknown) => [404, 'Not found.', sentence]
const change = { status: 'done' }

describe('next of a 404', () => {
  it.each([
    ['GET', '/signals/99', 'There is no signal 99. GET /api/portfolio/signals lists them.'],
    ['PATCH', '/tasks/99', 'There is no task 99. GET /api/portfolio/tasks lists them.'],
    ['GET', '/canon-rules/99', 'There is no canon rule 99. GET /api/portfolio/canon-rules lists them.'],
    ['GET', '/proposals/99', 'There is no proposal 99. GET /api/portfolio/proposals lists them.'],
    ['GET', '/products/99', 'There is no product 99. GET /api/portfolio/products lists them.'],
    [
      'GET',
      '/decisions/a%20b',
      'There is no decision "a b": the path has its id, a number. GET /api/portfolio/decisions lists them.',
    ],
  ])('of %s %s names the missing record', async (method, path, sentence) => {
    expect(await next(method, path, method === 'PATCH' ? change : undefined)).toEqual(missing(sentence))
  })

  it('names the slugs that are nearest to an unknown one, for a caller who may read them', async () => {
    const product = 'There is no product "receipt-scaner". '
    const nearest = expect.stringMatching(
      new RegExp(`^${product}Nearest: receipt-scanner, [a-z-]+, [a-z-]+\\. GET`),
    )
    expect(await next('GET', '/products/receipt-scaner')).toEqual(missing(nearest))
    expect(await next('PATCH', '/products/receipt-scaner', { name: 'X' })).toEqual(missing(nearest))
    expect(await next('GET', '/apps/receipt-ios')).toEqual(
      missing(
        'There is no app "receipt-ios". Nearest: receipt-scanner-ios. GET /api/portfolio/apps lists them.',
      ),
    )
    const { headers } = await makeToken(world, ['write'])
    expect(await next('PATCH', '/products/receipt-scaner', { name: 'X' }, headers)).toEqual(
      missing(`${product}GET /api/portfolio/products lists them.`),
    )
  })

  it.each(['/nothing', '/competitors', '/signals/1/nothing', `/${'x'.repeat(5000)}`])(
    'says of an unknown path that there is no such route: %s',
    async (path) => {
      const [status, message, sentence] = await next('GET', path)
      expect([status, message]).toEqual([404, 'Not found.'])
      expect(sentence).toMatch(/^There is no route GET \/api\/portfolio\/[\w/]{1,90}…?\. Records are under /)
      expect(sentence).toContain('signals, insights')
      expect(sentence.length).toBeLessThan(500)
    },
  )
})

it('repeats no credential that was sent in the place of a name', async () => {
  const secret = generateSecret('pft')
  const signal = { signal_type: 'risk', title: 'Rain', product_slug: 'run' }
  const send = (method: string, path: string, body?: object) => world.send(method, root + path, body)
  const answers = [
    await send('GET', `/products/${secret}`),
    await send('GET', `/tasks/${secret}`),
    await send('GET', `/${secret}`),
    await send('PUT', `/insights/${secret}`, {}),
    await send('GET', `/signals?${secret}=1`),
    await send('GET', `/signals?product_slug=${secret}`),
    await send('POST', '/signals', { ...signal, product_slug: secret }),
    await send('POST', '/signals', { ...signal, [secret]: 1 }),
    await send('POST', '/signals', { ...signal, [`${'x'.repeat(80)} ${secret}`]: 1 }),
    await callTool(toolDependencies(world), 'list_signals', { product_slug: secret }),
    await callTool(toolDependencies(world), 'list_signals', { [secret]: 1 }),
  ]
  for (const answer of answers) expect(JSON.stringify(answer)).not.toContain(secret.slice(4, 20))
  expect(answers[0]).toMatchObject({
    body: { next: expect.stringMatching(/^There is no product "\(credential\)"\./) },
  })
  expect(answers[7]).toMatchObject({
    status: 422,
    body: {
      errors: { '(credential)': [expect.stringMatching(/^The \(credential\) field is prohibited\./)] },
    },
  })
})

describe('next of a 422', () => {
  const signal = { signal_type: 'risk', title: 'Rain' }
  const nearest = /^There is no product "wether"\. Nearest: weather, [a-z-]+, [a-z-]+\.$/

  it('names the slugs that are nearest to an unknown one of the body, beside the fixed sentence', async () => {
    for (const [body, fields] of [
      [{ ...signal, product_slug: 'wether' }, ['product_slug']],
      [{ product_slug: 'wether' }, ['product_slug', 'signal_type', 'title']],
    ] as const) {
      const { status, body: answer } = await world.send('POST', `${root}/signals`, body)
      expect([status, Object.keys(answer.errors).toSorted()]).toEqual([422, fields])
      expect(answer.errors.product_slug).toEqual(['The selected product slug is invalid.'])
      expect(answer.next).toMatch(nearest)
    }
    const app = await world.send('POST', `${root}/signals`, { ...signal, app_slug: 'receipt-ios' })
    expect(app.body.next).toBe('There is no app "receipt-ios". Nearest: receipt-scanner-ios.')
  })

  it('does so for the bodies and keys of a batch', async () => {
    const operations = [
      { operation: 'record_signal', body: { ...signal, product_slug: 'wether' } },
      { operation: 'change_product', key: 'wether', body: {} },
      { operation: 'change_task', key: '99', body: change },
    ]
    const { status, body } = await world.send('POST', `${root}/batch`, { operations })
    expect([status, Object.keys(body.errors)]).toEqual([
      422,
      ['operations.0.body.product_slug', 'operations.1.key', 'operations.2.key'],
    ])
    expect(body.next).toMatch(/^There is no product "wether"\. Nearest: weather, .*\. There is no task 99\.$/)
  })

  it('is absent if no slug is unknown, and names no slug to a caller who may not read', async () => {
    expect(await next('POST', '/signals', { ...signal, product_slug: 7 })).toEqual([
      422,
      'Validation failed.',
      undefined,
    ])
    const { headers } = await makeToken(world, ['write'])
    expect(await next('POST', '/signals', { ...signal, product_slug: 'wether' }, headers)).toEqual([
      422,
      'Validation failed.',
      'There is no product "wether".',
    ])
  })
})

describe('next of a 405', () => {
  it.each([
    ['insights', 'Insights'],
    ['economics', 'Economics'],
  ])('says of PATCH and PUT /%s/{id} what to do instead', async (path, noun) => {
    const { id } = await makeInsight(world)
    for (const method of ['PATCH', 'PUT'])
      expect(await next(method, `/${path}/${id}`, { title: 'X' })).toEqual([
        405,
        'Method not allowed.',
        `${noun} cannot be changed. Retract the mistaken one by POST /api/portfolio/${path}/${id}/retract with a reason, and record a new one, with the id of the old one in a text and not in evidence.`,
      ])
  })
})
