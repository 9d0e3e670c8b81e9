import { hash } from 'node:crypto'
import type { Server } from '../server.ts'

const readMethods = new Set(['GET', 'HEAD'])
// Warnings about the request are not part of the record, so they must not change its ETag.
const warningsJson = /,"warnings":\[(\{"field":"([^"\\]|\\.)*","message":"([^"\\]|\\.)*"\},?)*\]/

/** Adds an ETag to every 200 response to a GET or HEAD, and answers 304 if `If-None-Match` matches it. */
export function etags(app: Server): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!readMethods.has(request.method) || reply.statusCode !== 200 || typeof payload !== 'string')
      return done(null, payload)
    const tag = etagOf(request.warnings?.length > 0 ? payload.replace(warningsJson, '') : payload)
    reply.header('etag', tag)
    if (!matchesTag(request.headers['if-none-match'], tag)) return done(null, payload)
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    // For a HEAD request Fastify removes the body itself.
    done(null, request.method === 'HEAD' ? payload : null)
  })
}

/** Returns the weak ETag of a response body. Ignores `generated_at`, which differs in every response. */
export function etagOf(payload: string): string {
  return `W/"${hash('sha1', payload.replace(/"generated_at":"[^"]*"/, ''), 'base64url')}"`
}

/** Returns whether an If-Match or If-None-Match header contains the tag, by weak comparison. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (!header) return false
  const opaqueTag = (text: string) => text.trim().replace(/^W\//, '')
  return (
    header.trim() === '*' || header.split(',').some((candidate) => opaqueTag(candidate) === opaqueTag(tag))
  )
}
