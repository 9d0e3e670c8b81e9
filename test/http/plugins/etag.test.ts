import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { etagOf, matchesTag } from '../../../http/plugins/etag.ts'
import { makeWorld, token, type World } from '../../support/world.ts'

let world: World
let path: string
beforeAll(async () => {
  world = await makeWorld()
  const { body } = await world.send('POST', '/api/portfolio/products', {
    direction_slug: 'documents-qr',
    name: 'Tagged',
  })
  path = `/api/portfolio/products/${body.product.id}`
})

const tagNow = async () => String((await world.send('GET', path)).headers.etag)

describe('If-None-Match', () => {
  it('answers 304 without a body where the tag is named, weakly or not', async () => {
    const tag = await tagNow()
    expect(tag).toMatch(/^W\/"[\w-]+"$/)
    for (const sent of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const { status, body, headers } = await world.send('GET', path, undefined, { 'if-none-match': sent })
      expect([status, body], sent).toEqual([304, ''])
      expect(headers.etag).toBe(tag)
      expect(headers['content-type']).toBeUndefined()
    }
  })

  it('is answered to HEAD as to GET', async () => {
    const tag = await tagNow()
    const head = (headers = {}) =>
      world.app.inject({ method: 'HEAD', url: path, headers: { 'x-portfolio-token': token, ...headers } })
    expect((await head()).headers.etag).toBe(tag)
    expect((await head({ 'if-none-match': tag })).statusCode).toBe(304)
  })

  it('answers whole where it is another', async () => {
    const { status, body } = await world.send('GET', path, undefined, { 'if-none-match': 'W/"other"' })
    expect([status, body.product.name]).toEqual([200, 'Tagged'])
  })

  it('does not care when a summary was generated', async () => {
    const first = await world.send('GET', '/api/portfolio/summary')
    await new Promise((done) => setTimeout(done, 5))
    const second = await world.send('GET', '/api/portfolio/summary')
    expect(second.body.generated_at).not.toBe(first.body.generated_at)
    expect(second.headers.etag).toBe(first.headers.etag)
  })

  it('is for what is there: a refusal has no tag', async () => {
    expect((await world.send('GET', '/api/portfolio/products/none')).headers.etag).toBeUndefined()
  })
})

describe('If-Match', () => {
  it('compares with the record, whatever else was asked with it', async () => {
    const { headers, body } = await world.send('GET', `${path}?unknown=1`)
    expect([headers.etag, body.warnings.length]).toEqual([await tagNow(), 1])
    const sent = { 'if-match': String(headers.etag) }
    expect((await world.send('PATCH', path, { summary: 'Asked oddly' }, sent)).status).toBe(200)
  })

  it('refuses where a tag is promised and none is sent', async () => {
    expect((await world.send('PATCH', path, { summary: 'Blind' }, { 'if-match': '' })).status).toBe(412)
  })

  it('lets a change through that knows the record, and gives the tag of what became of it', async () => {
    const before = await tagNow()
    const { status, headers } = await world.send('PATCH', path, { summary: 'One' }, { 'if-match': before })
    expect(status).toBe(200)
    expect(headers.etag).not.toBe(before)
    expect(headers.etag).toBe(await tagNow())
  })

  it('refuses a change that knows an older one, and changes nothing', async () => {
    const old = await tagNow()
    await world.send('PATCH', path, { summary: 'Two' })
    const { status, body } = await world.send('PATCH', path, { summary: 'Three' }, { 'if-match': old })
    expect(status).toBe(412)
    expect(body).toMatchObject({ message: 'Precondition failed.', code: 'precondition_failed' })
    expect((await world.send('GET', path)).body.product.summary).toBe('Two')
  })

  it('lets one of two changes through that know the same record', async () => {
    const tag = await tagNow()
    const both = ['Four', 'Five'].map((summary) =>
      world.send('PATCH', path, { summary }, { 'if-match': tag }),
    )
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 412])
  })

  it('is asked after the record was found and the body read', async () => {
    const stale = { 'if-match': '"stale"' }
    expect((await world.send('PATCH', `${path}999`, {}, stale)).status).toBe(404)
    expect((await world.send('PATCH', path, { name: 1 }, stale)).status).toBe(422)
  })
})

describe('names', () => {
  it('finds a tag wherever it stands in a list, and no other', () => {
    const tag = fc.string().map(etagOf)
    fc.assert(
      fc.property(tag, fc.array(tag), fc.boolean(), (wanted, others, weak) => {
        const rest = others.filter((one) => one !== wanted)
        const written = weak ? wanted : wanted.slice(2)
        expect(matchesTag([...rest, written].join(', '), wanted)).toBe(true)
        expect(matchesTag(rest.join(','), wanted)).toBe(false)
      }),
    )
  })
})
