import type { PushMetricExporter } from '@opentelemetry/sdk-metrics'
import type { SpanExporter } from '@opentelemetry/sdk-trace'

/**
 * Creates the exporters of a protocol. They read headers, certificates, timeout and compression from the variables
 * OTEL_EXPORTER_OTLP_*.
 *
 * @throws Error if the protocol is not supported
 */
export async function createExporters(
  endpoint: string,
  protocol: string,
): Promise<{ spans: SpanExporter; metrics: PushMetricExporter }> {
  const base = endpoint.replace(/(?<!\/)\/+$/, '')
  const modules = await loadExporters(protocol)
  if (!modules)
    throw new Error(
      'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json. Correct it and OTEL_EXPORTER_OTLP_ENDPOINT, since other protocols have other ports.',
    )
  const [{ OTLPTraceExporter }, { OTLPMetricExporter }] = modules
  return {
    spans: new OTLPTraceExporter({ url: `${base}/v1/traces` }),
    metrics: new OTLPMetricExporter({ url: `${base}/v1/metrics` }),
  }
}

function loadExporters(protocol: string) {
  if (protocol === 'http/protobuf')
    return Promise.all([
      import('@opentelemetry/exporter-trace-otlp-proto'),
      import('@opentelemetry/exporter-metrics-otlp-proto'),
    ])
  if (protocol === 'http/json')
    return Promise.all([
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/exporter-metrics-otlp-http'),
    ])
}
