import { AsyncLocalStorage } from 'node:async_hooks'
import type { TracingChannel } from 'node:diagnostics_channel'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { FastifyRequest } from 'fastify'
import type { Server } from '../http/server/server.ts'

// Requests of monitoring, which come every second.
const untraced = /^\/(health\/|metrics$)/

// The context of the span that is running. It is undefined outside a traced request.
const activeContext = new AsyncLocalStorage<Context>()

const propagator = new W3CTraceContextPropagator()

/**
 * Records a span for each request, as a child of the span that its trace context names. It contains the route and not the
 * path, since some paths contain a secret. The span of an MCP message begins once its body is read, which may contain the
 * trace context; the time is that of the arrival.
 */
export function recordRequestSpans(tracer: Tracer, app: Server): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  const arrivals = new WeakMap<FastifyRequest, number>()
  const start = (request: FastifyRequest, done: () => void) => {
    const { id, method, protocol, headers, traceparent, routeOptions } = request
    const { url: route } = routeOptions
    const carrier = traceparent === undefined ? headers : { ...headers, traceparent }
    const parent = propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter)
    const options = {
      kind: SpanKind.SERVER,
      startTime: arrivals.get(request),
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'url.scheme': protocol,
        'user_agent.original': headers['user-agent'],
        request_id: id,
      },
    }
    const span = tracer.startSpan(route ? `${method} ${route}` : method, options, parent)
    spans.set(request, span)
    request.setTrace(span.spanContext().traceId)
    activeContext.run(trace.setSpan(parent, span), done)
  }
  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route } = request.routeOptions
    if (route && untraced.test(route)) return done()
    if (route !== '/mcp') return start(request, done)
    arrivals.set(request, Date.now())
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    if (arrivals.has(request)) start(request, done)
    else done()
  })
  app.addHook('onResponse', (request, { statusCode }, done) => {
    // A message that was rejected before its body was read.
    if (arrivals.has(request) && !spans.has(request)) start(request, () => undefined)
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500)
      span?.setAttribute('error.type', `${statusCode}`).setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}

/**
 * Records a span for each call that a channel publishes, as a child of the running span. Calls outside a traced
 * request, such as those of timers, get none. `errorTypeOf` returns the type of an error that a call did not throw.
 */
export function recordSpans<T extends object>(
  tracer: Tracer,
  channel: TracingChannel<unknown, T>,
  describe: (call: T) => SpanOptions & { name: string },
  errorTypeOf: (call: T) => string | undefined = () => undefined,
): void {
  const spans = new WeakMap<T, Span>()
  channel.start.bindStore(activeContext, (call) => {
    const parent = activeContext.getStore()
    if (!parent) return undefined
    const { name, ...options } = describe(call)
    const span = tracer.startSpan(name, options, parent)
    spans.set(call, span)
    return trace.setSpan(parent, span)
  })
  channel.asyncEnd.subscribe((message) => {
    const call = message as T & { error?: Error & { code?: string } }
    const span = spans.get(call)
    const errorType = call.error ? (call.error.code ?? call.error.name) : errorTypeOf(call)
    if (errorType) span?.setAttribute('error.type', errorType).setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
}
