import type { FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { Fault } from '../../src/record/fault.ts'
import type { Server } from '../server/server.ts'

const jsonType = /^application\/([\w.+-]+\+)?json\s*(;|$)/i
const utf8 = new TextDecoder('utf-8', { fatal: true })
const maxDepth = 32
// Inherited by every object: a key of this name can change a prototype when the body is copied or merged.
const forbiddenKeys = ['__proto__', 'constructor']

/**
 * Accepts JSON bodies only: `application/json` or `application/*+json`, in UTF-8, uncompressed, nested at
 * most 32 levels deep. A body of any other type is read too, so that one over the limit gets 413 instead of 415.
 */
export const jsonBody = fastifyPlugin(
  async (app: Server) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      jsonType,
      { parseAs: 'buffer' },
      async ({ headers }: FastifyRequest, body: Buffer) => {
        if (!/^(identity)?$/i.test(headers['content-encoding'] ?? ''))
          throw new Fault('unsupported_media_type')
        return body.length === 0 ? undefined : parse(body)
      },
    )
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
  },
  { name: 'json-body', dependencies: ['errors'] },
)

// Invalid UTF-8 and invalid JSON get the same response as an unsafe value.
function parse(body: Buffer): unknown {
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(body))
  } catch {
    throw new Fault('malformed_json')
  }
  if (!isSafe(value, 1)) throw new Fault('malformed_json')
  return value
}

// Stops at the maximum depth, since recursion into a deeper value could overflow the stack.
function isSafe(value: unknown, level: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (level > maxDepth || forbiddenKeys.some((key) => Object.hasOwn(value, key))) return false
  return Object.values(value).every((child) => isSafe(child, level + 1))
}
