import type { FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Server } from '../server/server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The W3C trace context that the client sent, if it is well-formed: in the header, or in `_meta` of an MCP message. */
    traceparent: string | undefined
    /** The id of the trace that the request belongs to, in its log lines and in the request log. */
    traceId: string | undefined
    /** Continues the trace that a client names. Ignores what is not a trace context. */
    continueTrace: (traceparent: unknown) => void
    /** Sets `traceId`. */
    setTrace: (traceId: string) => void
  }
}

// Version ff is invalid, and version 00 has nothing after the flags.
const pattern = /^(?!ff|00-.{53})[0-9a-f]{2}-([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-|$)/
const noTrace = '0'.repeat(32)

/** Reads the trace context of each request. */
export const traceContext = fastifyPlugin(
  async (app: Server) => {
    app.decorateRequest('traceparent', undefined)
    app.decorateRequest('traceId', undefined)
    app.decorateRequest('setTrace', function (this: FastifyRequest, trace_id) {
      this.traceId = trace_id
      this.log = app.log.child({ request_id: this.id, trace_id })
    })
    app.decorateRequest('continueTrace', function (this: FastifyRequest, traceparent) {
      if (typeof traceparent !== 'string') return
      const [, trace_id = noTrace] = pattern.exec(traceparent) ?? []
      if (trace_id === noTrace) return
      this.traceparent = traceparent
      this.setTrace(trace_id)
    })
    app.addHook('onRequest', (request, _reply, done) => {
      request.continueTrace(request.headers.traceparent)
      done()
    })
  },
  { name: 'trace-context' },
)
