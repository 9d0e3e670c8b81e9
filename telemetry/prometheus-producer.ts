import { type HrTime, ValueType } from '@opentelemetry/api'
import { hrTime, millisToHrTime } from '@opentelemetry/core'
import { emptyResource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValueWithName, Registry } from 'prom-client'

type Metric = MetricObjectWithValues<MetricValueWithName<string>>

/** Returns a producer of the metrics of a registry, with the names and labels that they have at /metrics. */
export function prometheusProducer(registry: Registry): MetricProducer {
  const startTime = millisToHrTime(Math.round(performance.timeOrigin))
  return {
    async collect() {
      const metrics = (await registry.getMetricsAsJSON()) as Metric[]
      const endTime = hrTime()
      const data = metrics.map((metric) => metricData(metric, startTime, endTime))
      const scopeMetrics = [{ scope: { name: 'portfolio-ops' }, metrics: data }]
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] }
    },
  }
}

function metricData(metric: Metric, startTime: HrTime, endTime: HrTime): MetricData {
  const base = {
    descriptor: { name: metric.name, description: metric.help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  const point = <T>(attributes: object, value: T) => ({
    startTime,
    endTime,
    attributes: { ...attributes },
    value,
  })
  // prom-client has the name of the type here, though its declaration has a number.
  const type = String(metric.type)
  if (type === 'histogram')
    return {
      ...base,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: histograms(metric.values).map(({ labels, value }) => point(labels, value)),
    }
  const dataPoints = metric.values.map(({ labels, value }) => point(labels, value))
  return type === 'counter'
    ? { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...base, dataPointType: DataPointType.GAUGE, dataPoints }
}

/** Collects the values of a histogram by their labels. Buckets are cumulative in Prometheus but not in OTLP. */
function histograms(values: Metric['values']) {
  const byLabels = new Map<string, ReturnType<typeof emptyHistogram>>()
  for (const { labels, value, metricName } of values) {
    const { le, ...own } = labels
    const key = JSON.stringify(own)
    const histogram = byLabels.get(key) ?? emptyHistogram(own)
    byLabels.set(key, histogram)
    if (metricName?.endsWith('_sum')) histogram.value.sum = value
    else if (metricName?.endsWith('_count')) histogram.value.count = value
    else {
      const { boundaries, counts } = histogram.value.buckets
      counts.push(value - histogram.cumulative)
      histogram.cumulative = value
      if (le !== '+Inf') boundaries.push(Number(le))
    }
  }
  return [...byLabels.values()]
}

function emptyHistogram(labels: object) {
  return {
    labels,
    cumulative: 0,
    value: { sum: 0, count: 0, buckets: { boundaries: [] as number[], counts: [] as number[] } },
  }
}
