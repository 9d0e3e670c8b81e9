import type { FastifyRequest } from 'fastify'
import { Fault } from '../../src/record/fault.ts'
import { parseJson } from '../parse-json.ts'
import type { Server } from '../server.ts'

const jsonType = /^application\/([\w.+-]+\+)?json\s*(;|$)/i
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Accepts JSON bodies only: `application/json` or `application/*+json`, in UTF-8, uncompressed, nested at
 * most 32 levels deep. A body of any other type is read too, so that one over the limit gets 413 instead of 415.
 */
export function jsonBodyParser(app: Server): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(jsonType, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (!/^(identity)?$/i.test(request.headers['content-encoding'] ?? ''))
      throw new Fault('unsupported_media_type')
    if (body.length === 0) return undefined
    await request.server.reserveBodyMemory(request, body.length)
    return parse(body)
  })
  // Some clients, such as `curl -d ''`, send a Content-Type without a body.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => {
    if (body.length > 0) throw new Fault('unsupported_media_type')
  })
  // Fastify rejects a malformed Content-Type without reading the body.
  app.addHook('preParsing', ({ headers, routeOptions }, _reply, payload, done) => {
    const type = headers['content-type']
    if (type !== undefined && !jsonType.test(type) && !routeOptions.config.acceptsForms)
      headers['content-type'] = 'application/octet-stream'
    done(null, payload)
  })
}

async function parse(body: Buffer): Promise<unknown> {
  try {
    return await parseJson(utf8.decode(body))
  } catch {
    // Invalid UTF-8 and invalid JSON get the same response as an unsafe value.
    throw new Fault('malformed_json')
  }
}
