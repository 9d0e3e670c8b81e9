import type { TracingChannel } from 'node:diagnostics_channel'
import { type Span, type SpanOptions, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { activeContext } from './active-context.ts'

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
