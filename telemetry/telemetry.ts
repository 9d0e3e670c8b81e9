import { setTimeout as sleep } from 'node:timers/promises'
import { DiagLogLevel, diag, SpanKind } from '@opentelemetry/api'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Registry } from 'prom-client'
import type { Server } from '../http/server/server.ts'
import { toolChannel } from '../mcp/tool-channel.ts'
import manifest from '../package.json' with { type: 'json' }
import { statementChannel } from '../src/database/statement-channel.ts'
import { createExporters } from './exporters.ts'
import { prometheusProducer } from './prometheus-producer.ts'
import { recordRequestSpans, recordSpans } from './spans.ts'

const warningIntervalMs = 60_000

/** Exports traces and metrics of the process by OTLP. */
export type Telemetry = {
  /** Records the requests of a server, with their statements and tool calls. */
  traceRequests: (app: Server) => void
  /** Exports the metrics of a registry every minute. */
  exportMetrics: (registry: Registry) => void
  /** Sends what is buffered, for at most this time. */
  stop: (timeoutMs: number) => Promise<void>
}

/** Loads the exporters. `endpoint` is the base URL of the receiver. */
export async function startTelemetry(endpoint: string, protocol: string): Promise<Telemetry> {
  const { spans, metrics } = await createExporters(endpoint, protocol)
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': manifest.name, 'service.version': manifest.version }))
    .merge(detectResources({ detectors: [envDetector] }))
  const traces = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [new BatchSpanProcessor({ exporter: spans })],
  })
  const tracer = traces.getTracer(manifest.name)
  const providers: { shutdown: () => Promise<void> }[] = [traces]
  recordSpans(tracer, statementChannel, describeStatement)
  recordSpans(tracer, toolChannel, describeToolCall, ({ result }) =>
    result?.isError ? 'tool_error' : undefined,
  )
  return {
    traceRequests(app) {
      diag.setLogger(exportWarnings(app), DiagLogLevel.ERROR)
      recordRequestSpans(tracer, app)
    },
    exportMetrics(registry) {
      const metricProducers = [prometheusProducer(registry)]
      const reader = new PeriodicExportingMetricReader({ exporter: metrics, metricProducers })
      providers.push(new MeterProvider({ resource, readers: [reader] }))
    },
    async stop(timeoutMs) {
      const stopped = Promise.allSettled(providers.map((provider) => provider.shutdown()))
      await Promise.race([stopped, sleep(timeoutMs)])
    },
  }
}

// The text has placeholders for the values.
function describeStatement({ text }: { text: string }) {
  const operation = /\w+/.exec(text)?.[0].toUpperCase() ?? 'STATEMENT'
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': text,
  }
  return { name: operation, kind: SpanKind.CLIENT, attributes }
}

function describeToolCall({ name, requestId }: { name: string; requestId: string }) {
  const attributes = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': name, request_id: requestId }
  return { name: `tools/call ${name}`, attributes }
}

// Every export fails while the receiver does not answer, so a warning is logged at most once a minute.
function exportWarnings(app: Server) {
  let warnedAt = Number.NEGATIVE_INFINITY
  const ignore = () => undefined
  const error = (reason: string) => {
    if (Date.now() - warnedAt < warningIntervalMs) return
    warnedAt = Date.now()
    app.log.warn({ reason }, 'traces or metrics could not be exported')
  }
  return { error, warn: ignore, info: ignore, debug: ignore, verbose: ignore }
}
