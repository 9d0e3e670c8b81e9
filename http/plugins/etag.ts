import { hash } from 'node:crypto'
import type { Server } from '../server.ts'

const read = new Set(['GET', 'HEAD'])
// What was wrong with the question makes no difference to the record, whose tag a change is compared with.
const warnings = /,"warnings":\[(\{"field":"([^"\\]|\\.)*","message":"([^"\\]|\\.)*"\},?)*\]/

/** Tags every answer to a GET, and answers 304 where the caller has it already. */
export function etags(app: Server): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!read.has(request.method) || reply.statusCode !== 200 || typeof payload !== 'string')
      return done(null, payload)
    const tag = tagOf(request.warnings?.length > 0 ? payload.replace(warnings, '') : payload)
    reply.header('etag', tag)
    if (!names(request.headers['if-none-match'], tag)) return done(null, payload)
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    // The body of an answer to HEAD is Fastify's to take away.
    done(null, request.method === 'HEAD' ? payload : null)
  })
}

/** The weak tag of an answer. When it was generated makes no difference to what it says. */
export function tagOf(payload: string): string {
  return `W/"${hash('sha1', payload.replace(/"generated_at":"[^"]*"/, ''), 'base64url')}"`
}

/** Whether an If-Match or If-None-Match header names this tag, compared weakly. */
export function names(header: string | undefined, tag: string): boolean {
  if (!header) return false
  const plain = (text: string) => text.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((one) => plain(one) === plain(tag))
}
