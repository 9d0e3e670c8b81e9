import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number }
type Attribute = { key: string; value: Value }
type Point = {
  attributes: Attribute[]
  asDouble?: number
  count?: number
  sum?: number
  bucketCounts?: number[]
  explicitBounds?: number[]
}
type Points = { dataPoints: Point[] }
export type ReceivedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Record<string, string | number | undefined>
  status: { code: number }
}
type ReceivedMetric = { name: string; description: string; gauge?: Points; sum?: Points; histogram?: Points }

/** Starts a receiver of OTLP in JSON. It keeps what arrives, by the paths of the protocol. */
export async function otlpReceiver() {
  const bodies: { path: string; headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.stringify(await json(request))
    const { url: path = '', headers } = request
    bodies.push({ path, headers, body })
    response.setHeader('content-type', 'application/json').end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { port: number }
  // biome-ignore lint/suspicious/noExplicitAny: JSON of another program
  const received = (path: string): any[] =>
    bodies.filter((sent) => sent.path === path).map(({ body }) => JSON.parse(body))
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    resources: () =>
      received('/v1/traces').flatMap(({ resourceSpans }) =>
        resourceSpans.map(({ resource }: { resource: { attributes: Attribute[] } }) =>
          plain(resource.attributes),
        ),
      ),
    spans: (): ReceivedSpan[] =>
      received('/v1/traces')
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map((span) => ({ ...span, attributes: plain(span.attributes) })),
    metrics: (): ReceivedMetric[] =>
      received('/v1/metrics')
        .flatMap(({ resourceMetrics }) => resourceMetrics)
        .flatMap(({ scopeMetrics }) => scopeMetrics)
        .flatMap(({ metrics }) => metrics),
  }
}

/** Returns attributes of OTLP as an object. */
function plain(attributes: Attribute[]): Record<string, string | number | undefined> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.doubleValue ?? Number(value.intValue),
    ]),
  )
}
