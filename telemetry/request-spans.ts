import {
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { FastifyRequest } from 'fastify'
import type { Server } from '../http/server/server.ts'
import { activeContext } from './active-context.ts'

// Requests of monitoring, which come every second.
const untraced = /^\/(health\/|metrics$)/

const propagator = new W3CTraceContextPropagator()

/**
 * Records a span for each request, as a child of the span that its header `traceparent` names. It contains the route
 * and not the path, since some paths contain a secret.
 */
export function recordRequestSpans(tracer: Tracer, app: Server): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { id, method, protocol, headers, routeOptions } = request
    const { url: route } = routeOptions
    if (route && untraced.test(route)) return done()
    const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
    const options = {
      kind: SpanKind.SERVER,
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
    activeContext.run(trace.setSpan(parent, span), done)
  })
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500)
      span?.setAttribute('error.type', `${statusCode}`).setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}
