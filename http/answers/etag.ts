import type { FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { etagOf } from '../../src/record/etag.ts'
import { isSafeMethod } from '../request/safe-method.ts'
import type { Server } from '../server/server.ts'

// Warnings about the request are not part of the record, so they must not change its ETag.
const warningsJson = /,"warnings":\[(\{"field":"([^"\\]|\\.)*","message":"([^"\\]|\\.)*"\},?)*\]/

/** Adds an ETag to every 200 response to a GET or HEAD, and answers 304 if `If-None-Match` matches it. */
export const etags = fastifyPlugin(
  async (app: Server) => {
    app.addHook('onSend', (request, reply, payload, done) => {
      if (!isSafeMethod(request.method) || reply.statusCode !== 200 || typeof payload !== 'string')
        return done(null, payload)
      const tag = (reply.getHeader('etag') as string | undefined) ?? bodyTag(request, payload)
      reply.header('etag', tag)
      if (!matchesTag(request.headers['if-none-match'], tag)) return done(null, payload)
      reply.code(304).removeHeader('content-type').removeHeader('content-length')
      // For a HEAD request Fastify removes the body itself.
      done(null, request.method === 'HEAD' ? payload : null)
    })
  },
  { name: 'etags', dependencies: ['answer-cache'] },
)

/** Returns the ETag of a response. */
export function bodyTag({ warnings }: FastifyRequest, body: string): string {
  return etagOf(warnings?.length > 0 ? body.replace(warningsJson, '') : body)
}

/** Returns whether an If-Match or If-None-Match header contains the tag, by weak comparison. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (!header) return false
  // A tag without its quotes matches too: a client that reads the tag from JSON easily loses them.
  const opaqueTag = (text: string) =>
    text
      .trim()
      .replace(/^W\//, '')
      .replace(/^"(.*)"$/, '$1')
  return (
    header.trim() === '*' || header.split(',').some((candidate) => opaqueTag(candidate) === opaqueTag(tag))
  )
}
