import type { FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { Fault } from '../../src/record/fault.ts'
import { ellipsize } from '../../src/record/rules/truncate.ts'
import type { Server } from '../server/server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** A sentence that names the Content-Type that the client sent. */
    sentType: string
  }
}

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
    app.decorateRequest('sentType', '')
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      jsonType,
      { parseAs: 'buffer' },
      async ({ headers }: FastifyRequest, body: Buffer) => {
        const encoding = headers['content-encoding'] ?? ''
        if (!/^(identity)?$/i.test(encoding))
          throw unsupported(`The body has the Content-Encoding ${nameOf(encoding)}. Send it uncompressed.`)
        return body.length === 0 ? undefined : parse(body)
      },
    )
    // Some clients, such as `curl -d ''`, send a Content-Type without a body.
    app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
      if (body.length > 0) throw unsupported(`${request.sentType} ${sendJson}`)
    })
    // Fastify rejects a malformed Content-Type without reading the body.
    app.addHook('preParsing', (request, _reply, payload, done) => {
      const { headers, routeOptions } = request
      const type = headers['content-type']
      request.sentType =
        type === undefined ? 'The request has no Content-Type.' : `The Content-Type is ${nameOf(type)}.`
      if (type !== undefined && !jsonType.test(type) && !routeOptions.config.acceptsForms)
        headers['content-type'] = 'application/octet-stream'
      done(null, payload)
    })
  },
  { name: 'json-body', dependencies: ['errors'] },
)

const sendJson = 'Send JSON with the header Content-Type: application/json.'
const maxNameLength = 100

function unsupported(next: string): Fault {
  return new Fault('unsupported_media_type', undefined, undefined, { next })
}

// Header values may have any byte.
function nameOf(value: string): string {
  return ellipsize(value.replace(/[^\x20-\x7e]/g, '?'), maxNameLength)
}

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
