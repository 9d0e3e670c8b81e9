import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, token, type World } from '../../support/world.ts'

const products = '/api/portfolio/products'
const named = (name: string) => ({ direction_slug: 'documents-qr', name })

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

let listeningAt: Promise<string> | undefined
const listening = () => {
  listeningAt ??= world.app.listen({ host: '127.0.0.1', port: 0 })
  return listeningAt
}

describe('Content-Type', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON;charset=utf-8',
    'application/vnd.ours+json',
    'application/vnd.ours+v1+json',
  ])('%s is accepted', async (type) => {
    const { status } = await world.send('POST', products, named(`${type.length} ${type}`), {
      'content-type': type,
    })
    expect(status).toBe(201)
  })

  it.each([
    'text/csv',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'application/+json',
    'application/json-patch',
    'application/xml',
    'nonsense',
  ])('%s is rejected', async (type) => {
    const { status, body } = await world.send('POST', products, 'a,b', { 'content-type': type })
    expect(status).toBe(415)
    expect(body).toMatchObject({
      message: 'Unsupported media type.',
      code: 'unsupported_media_type',
      next: `The Content-Type is ${type}. Send JSON with the header Content-Type: application/json.`,
    })
  })

  it('is named in the answer in at most 100 characters, and if it is missing, that is said', async () => {
    const long = await world.send('POST', products, 'a,b', { 'content-type': `text/${'x'.repeat(500)}` })
    expect(long.body.next).toMatch(/^The Content-Type is text\/x{94}…\. Send JSON/)
    const none = await world.app.inject({
      method: 'POST',
      url: products,
      headers: { 'x-portfolio-token': token },
      payload: Buffer.from('a,b'),
    })
    expect([none.statusCode, none.json().next]).toEqual([
      415,
      'The request has no Content-Type. Send JSON with the header Content-Type: application/json.',
    ])
  })
})

describe('a request without a body', () => {
  it.each(['application/x-www-form-urlencoded', 'text/plain'])('may have the type %s', async (type) => {
    const { status, body } = await world.send('POST', products, '', {
      'content-type': type,
      'content-length': '0',
    })
    expect([status, body.errors.name]).toEqual([422, ['The name field is required.']])
  })
})

describe('Content-Encoding', () => {
  it.each(['gzip', 'br', 'deflate', 'gzip, identity'])('%s is rejected', async (encoding) => {
    const { status, body } = await world.send('POST', products, named(encoding), {
      'content-encoding': encoding,
    })
    expect(status).toBe(415)
    expect(body).toMatchObject({
      message: 'Unsupported media type.',
      code: 'unsupported_media_type',
      next: `The body has the Content-Encoding ${encoding}. Send it uncompressed.`,
    })
  })

  it('identity is accepted', async () => {
    const encoding = { 'content-encoding': 'Identity' }
    expect((await world.send('POST', products, named('Plain'), encoding)).status).toBe(201)
  })
})

describe('a body', () => {
  it.each(['{', '{"name":}', "{'name':1}", 'name', '{"a":1}x', '\u0000'])(
    '%j is malformed JSON',
    async (text) => {
      const { status, body } = await world.send('POST', products, text)
      expect(status).toBe(400)
      expect(body).toMatchObject({ message: 'Malformed JSON.', code: 'malformed_json' })
    },
  )

  it.each([
    '{"__proto__":{"a":1}}',
    '{"\\u005f_proto__":{"a":1}}',
    '{"constructor":{"prototype":{"a":1}}}',
    '{"constructor":1}',
    '{"name":{"__proto__":1}}',
    '{"name":[{"constructor":{}}]}',
  ])('%s is rejected and changes no prototype', async (text) => {
    expect((await world.send('POST', products, text)).status).toBe(400)
    expect(({} as { a?: number }).a).toBeUndefined()
  })

  it('that is not UTF-8 is malformed', async () => {
    const payload = Buffer.from(JSON.stringify(named('bad \u00ff')), 'latin1')
    const headers = { 'content-type': 'application/json', 'x-portfolio-token': token }
    const { statusCode, json } = await world.app.inject({ method: 'POST', url: products, headers, payload })
    expect([statusCode, json().code]).toEqual([400, 'malformed_json'])
  })

  it('that is too large gets a complete 413 answer while the client is still sending', async () => {
    const address = await listening()
    for (const type of [...Array<string>(9).fill('application/json'), 'text/csv']) {
      const headers = { 'content-type': type, 'x-portfolio-token': token }
      const body = ' '.repeat(5_000_000)
      const answer = await fetch(address + products, { method: 'POST', headers, body })
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        413,
        'payload_too_large',
      ])
    }
  })

  const types = ['application/json', 'text/csv', 'multipart/form-data; boundary=x', 'nonsense', 'text/', '']
  it.each(types)('that is too large gets 413 with the type "%s", with or without a length', async (type) => {
    for (const [size, status] of [
      [1024 * 1024 + 1, 413],
      [100, type === 'application/json' ? 422 : 415],
    ] as const)
      for (const length of [{ 'content-length': size }, { 'transfer-encoding': 'chunked' }]) {
        const headers = { 'x-portfolio-token': token, ...(type && { 'content-type': type }), ...length }
        const sent = request((await listening()) + products, { method: 'POST', headers })
        sent.end(`{}${' '.repeat(size - 2)}`)
        const [response] = (await once(sent, 'response')) as [IncomingMessage]
        response.resume()
        expect(response.statusCode, `${size} ${Object.keys(length)}`).toBe(status)
      }
  })

  it('that ends before its declared length is a bad request', async () => {
    const socket = connect(Number(new URL(await listening()).port), '127.0.0.1')
    socket.write(`POST ${products} HTTP/1.1\r\nHost: a\r\nX-Portfolio-Token: ${token}\r\n`)
    socket.end('Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{}')
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('"message":"Bad request.","code":"bad_request"')
  })

  it('may be at most 32 levels deep', async () => {
    const nested = (levels: number) => `{"name":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    expect((await world.send('POST', products, nested(32))).status).toBe(422)
    expect((await world.send('POST', products, nested(33))).status).toBe(400)
    expect((await world.send('POST', products, nested(100_000))).status).toBe(400)
  })

  it('may have at most 1 MiB', async () => {
    const filled = (size: number) => `{"name":"${'a'.repeat(size - 11)}"}`
    expect((await world.send('POST', products, filled(1024 * 1024))).status).toBe(422)
    const { status, body } = await world.send('POST', products, filled(1024 * 1024 + 1))
    expect(status).toBe(413)
    expect(body).toMatchObject({ message: 'The POST data is too large.', code: 'payload_too_large' })
  })

  it.each(['[]', '"text"', '1', 'null', 'true'])(
    '%s is rejected, since it is not an object',
    async (text) => {
      const { status, body } = await world.send('POST', products, text)
      expect(status).toBe(422)
      expect(Object.keys(body.errors).length).toBeGreaterThan(0)
    },
  )

  it('that is empty is treated as an empty object', async () => {
    const { status, body } = await world.send('POST', products, '')
    expect(status).toBe(422)
    expect(body.errors.name).toEqual(['The name field is required.'])
  })
})
