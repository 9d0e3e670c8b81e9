import { beforeAll, describe, expect, it } from 'vitest'
import { makeSignal } from '../../support/makers.ts'
import { makeApplication } from '../../support/operations.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld, token, type World } from '../../support/world.ts'

let world: World
let path: string
let signalPath: string
beforeAll(async () => {
  world = await makeWorld()
  const { body } = await world.send('POST', '/api/portfolio/products', {
    direction_slug: 'documents-qr',
    name: 'Tagged',
  })
  path = `/api/portfolio/products/${body.product.id}`
  signalPath = `/api/portfolio/signals/${(await makeSignal(world)).id}`
})

const etagOfPath = async (url: string) => String((await world.send('GET', url)).headers.etag)
const currentEtag = () => etagOfPath(path)

describe('If-None-Match', () => {
  it('returns 304 without a body if the ETag matches, weak or strong', async () => {
    const etag = await etagOfPath(signalPath)
    expect(etag).toMatch(/^W\/"[\w-]+"$/)
    for (const sent of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const { status, body, headers } = await world.send('GET', signalPath, undefined, {
        'if-none-match': sent,
      })
      expect([status, body], sent).toEqual([304, ''])
      expect(headers.etag).toBe(etag)
      expect(headers['content-type']).toBeUndefined()
    }
  })

  it('applies to HEAD as to GET', async () => {
    const etag = await etagOfPath(signalPath)
    const head = (headers = {}) =>
      world.app.inject({
        method: 'HEAD',
        url: signalPath,
        headers: { 'x-portfolio-token': token, ...headers },
      })
    expect((await head()).headers.etag).toBe(etag)
    expect((await head({ 'if-none-match': etag })).statusCode).toBe(304)
  })

  it('matches an ETag without its quotes', async () => {
    const bare = (await etagOfPath(signalPath)).replace(/^W\/|"/g, '')
    expect((await world.send('GET', signalPath, undefined, { 'if-none-match': bare })).status).toBe(304)
  })

  it('returns 200 with the body if the ETag does not match', async () => {
    const { status, body } = await world.send('GET', path, undefined, { 'if-none-match': 'W/"other"' })
    expect([status, body.product.name]).toEqual([200, 'Tagged'])
  })

  it('matches a summary regardless of generated_at', async () => {
    const first = await world.send('GET', '/api/portfolio/summary')
    await new Promise((done) => setTimeout(done, 5))
    const second = await world.send('GET', '/api/portfolio/summary')
    expect(second.body.generated_at).not.toBe(first.body.generated_at)
    expect(second.headers.etag).toBe(first.headers.etag)
  })

  it('never matches an error, which has no ETag', async () => {
    expect((await world.send('GET', '/api/portfolio/products/none')).headers.etag).toBeUndefined()
  })
})

describe('If-Match', () => {
  it('compares with the record, even if the GET had an unknown parameter', async () => {
    const admin = await makePerson(world, 'admin')
    const { id } = await makeApplication(admin)
    const { headers, body } = await admin.send('GET', `/applications/${id}?unknown=1`)
    const known = await admin.send('GET', `/applications/${id}`)
    expect([headers.etag, body.warnings.length]).toEqual([known.headers.etag, 1])
    const sent = { 'if-match': String(headers.etag) }
    expect((await admin.send('PATCH', `/applications/${id}`, { name: 'Asked oddly' }, sent)).status).toBe(200)
  })

  it('returns 412 if it is empty', async () => {
    expect((await world.send('PATCH', path, { summary: 'Blind' }, { 'if-match': '' })).status).toBe(412)
  })

  it('accepts the current ETag, and the answer has the new one', async () => {
    const before = await currentEtag()
    const { status, headers } = await world.send('PATCH', path, { summary: 'One' }, { 'if-match': before })
    expect(status).toBe(200)
    expect(headers.etag).not.toBe(before)
    expect(headers.etag).toBe(await currentEtag())
  })

  it('returns 412 for an outdated ETag and changes nothing', async () => {
    const outdated = await currentEtag()
    await world.send('PATCH', path, { summary: 'Two' })
    const { status, body } = await world.send('PATCH', path, { summary: 'Three' }, { 'if-match': outdated })
    expect(status).toBe(412)
    expect(body).toMatchObject({ message: 'Precondition failed.', code: 'precondition_failed' })
    expect((await world.send('GET', path)).body.product.summary).toBe('Two')
  })

  it('accepts one of two concurrent changes with the same ETag', async () => {
    const etag = await currentEtag()
    const both = ['Four', 'Five'].map((summary) =>
      world.send('PATCH', path, { summary }, { 'if-match': etag }),
    )
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 412])
  })

  it('is checked after the record and the body', async () => {
    const stale = { 'if-match': '"stale"' }
    expect((await world.send('PATCH', `${path}999`, {}, stale)).status).toBe(404)
    expect((await world.send('PATCH', path, { name: 1 }, stale)).status).toBe(422)
  })
})

describe.each(['-gzip', '-br', ';gzip'])('a tag to which a proxy added %s', (suffix) => {
  const added = (etag: string) => etag.replace(/"$/, `${suffix}"`)

  it('is the tag, for every kind of record and every route that reads it', async () => {
    const admin = await makePerson(world, 'admin')
    const { id } = await makeApplication(admin)
    const product = await currentEtag()
    const application = String((await admin.send('GET', `/applications/${id}`)).headers.etag)
    const list = await etagOfPath('/api/portfolio/products')
    const read = (url: string, etag: string) =>
      world.send('GET', url, undefined, { 'if-none-match': added(etag) })
    expect((await read(signalPath, await etagOfPath(signalPath))).status).toBe(304)
    expect((await read('/api/portfolio/products', list)).status).toBe(304)
    expect((await read('/api/portfolio/products', product)).status).toBe(200)
    const write = (send: typeof world.send, url: string, body: object, etag: string) =>
      send('PATCH', url, body, { 'if-match': `"other", ${added(etag)}` })
    expect((await write(world.send, path, { summary: `Compressed ${suffix}` }, product)).status).toBe(200)
    expect((await write(admin.send, `/applications/${id}`, { name: 'New' }, application)).status).toBe(200)
    expect((await write(world.send, path, { summary: 'Outdated' }, product)).status).toBe(412)
    expect((await write(admin.send, `/applications/${id}`, { name: 'Old' }, application)).status).toBe(412)
  })
})
