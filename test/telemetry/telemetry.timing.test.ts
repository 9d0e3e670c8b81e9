import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Registry } from 'prom-client'
import { expect, it, onTestFinished } from 'vitest'
import { startTelemetry } from '../../telemetry/telemetry.ts'
import { ownDatabase, serve } from '../cli/cli.ts'
import { otlpReceiver, type ReceivedSpan } from '../support/otlp-receiver.ts'
import { settled } from '../support/settled.ts'

// The kinds of spans, by their numbers in OTLP.
const server = 2
const client = 3

const root = join(import.meta.dirname, '../..')
const token = 'a-token-for-the-telemetry-test'
const traceId = '0af7651916cd43dd8448eb211c80319c'
const privateTitle = 'A title of a product'
const requestId = 'request-of-the-test'

it('exports requests, their statements and tool calls, and the metrics, when the server stops', async () => {
  const receiver = await otlpReceiver()
  const DATABASE_URL = await ownDatabase()
  const { url, end } = await serve({
    DATABASE_URL,
    PORTFOLIO_TOKENS: token,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=portfolio',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  })
  const send = (path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      headers: { 'x-portfolio-token': token, 'content-type': 'application/json', ...headers },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
  const statuses = [
    await send('/api/portfolio/products', undefined, {
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
      'x-request-id': requestId,
    }),
    await send('/api/portfolio/products', { name: privateTitle, direction_slug: 'fitness' }),
    await send('/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_product', arguments: { product: 'unknown' } },
    }),
    await send(
      '/mcp',
      {
        jsonrpc: '2.0',
        id: 2,
        method: 'tools/call',
        params: { name: 'list_products', _meta: { traceparent: `00-${traceId}-c7ad6b7169203331-01` } },
      },
      { traceparent: `00-${'1'.repeat(32)}-b7ad6b7169203331-01` },
    ),
    await send('/mcp', {}, { 'x-portfolio-token': 'unknown' }),
    await send('/health/ready'),
    await send('/metrics'),
    await send(`/nowhere/${token}`),
  ].map(({ status }) => status)
  expect(statuses).toEqual([200, 201, 200, 200, 401, 200, 200, 404])
  const metrics = await (await fetch(`${url}/metrics`)).text()
  // The lag of the change feed is 0 from then on.
  await settled({ url: DATABASE_URL })
  expect(await end('SIGTERM')).toBe(0)

  const spans = receiver.spans()
  const roots = spans.filter(({ kind }) => kind === server)
  expect(roots.map(({ name, attributes }) => [name, attributes['http.response.status_code']])).toEqual([
    ['GET /api/portfolio/products', 200],
    ['POST /api/portfolio/products', 201],
    ['POST /mcp', 200],
    ['POST /mcp', 200],
    ['POST /mcp', 401],
    ['GET', 404],
  ])
  const [list, creation, toolRequest, continued] = roots as [
    ReceivedSpan,
    ReceivedSpan,
    ReceivedSpan,
    ReceivedSpan,
  ]
  // The trace of the message, not that of the connection.
  expect(continued).toMatchObject({ traceId, parentSpanId: 'c7ad6b7169203331' })
  expect(list).toMatchObject({
    traceId,
    parentSpanId: 'b7ad6b7169203331',
    attributes: { 'http.route': '/api/portfolio/products', request_id: requestId },
  })
  const childrenOf = (parent: ReceivedSpan) => spans.filter((span) => span.parentSpanId === parent.spanId)
  expect(childrenOf(list)).toContainEqual(
    expect.objectContaining({
      name: 'SELECT',
      kind: client,
      attributes: expect.objectContaining({
        'db.system.name': 'postgresql',
        'db.query.text': expect.stringMatching(/ from "products" /),
      }),
    }),
  )
  const statements = childrenOf(creation).map(({ name }) => name)
  expect(statements).toEqual(expect.arrayContaining(['BEGIN', 'SELECT', 'INSERT', 'COMMIT']))
  const call = childrenOf(toolRequest).find(({ name }) => name === 'tools/call get_product')
  expect(call?.attributes).toMatchObject({
    'gen_ai.tool.name': 'get_product',
    'error.type': 'tool_error',
    request_id: toolRequest.attributes.request_id,
  })
  expect(childrenOf(call as ReceivedSpan)).not.toEqual([])
  // Statements of timers and of the request log belong to no request.
  expect(spans.every(({ kind, parentSpanId }) => kind === server || parentSpanId)).toBe(true)

  const exported = receiver.bodies.map(({ body }) => body).join()
  for (const secret of [privateTitle, token]) expect(exported).not.toContain(secret)
  expect(receiver.bodies.every(({ headers }) => headers['x-tenant'] === 'portfolio')).toBe(true)
  expect(receiver.resources()[0]).toMatchObject({
    'service.name': 'portfolio-ops',
    'deployment.environment.name': 'test',
  })

  const names = [...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  expect(receiver.metrics().map(({ name }) => name)).toEqual(names)
  const durations = receiver.metrics().find(({ name }) => name === 'http_request_duration_seconds')
  const points = durations?.histogram?.dataPoints ?? []
  expect(points).toContainEqual(
    expect.objectContaining({
      count: 1,
      attributes: expect.arrayContaining([
        { key: 'route', value: { stringValue: '/api/portfolio/products' } },
        { key: 'method', value: { stringValue: 'POST' } },
      ]),
    }),
  )
  for (const { count, bucketCounts, explicitBounds } of points) {
    expect(bucketCounts?.reduce((sum, bucket) => sum + bucket, 0)).toBe(count)
    expect(bucketCounts).toHaveLength(Number(explicitBounds?.length) + 1)
  }
  expect(receiver.metrics().find(({ name }) => name === 'change_feed_lag_seconds')).toMatchObject({
    gauge: { dataPoints: [{ asDouble: 0 }] },
  })
})

it('stops in time if the receiver does not answer', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => {
    silent.closeAllConnections()
    silent.close()
  })
  const { port } = silent.address() as { port: number }
  const telemetry = await startTelemetry(`http://127.0.0.1:${port}`, 'http/protobuf')
  telemetry.exportMetrics(new Registry())
  const startedAt = Date.now()
  await telemetry.stop(1000)
  expect(Date.now() - startedAt).toBeLessThan(5000)
})

it('rejects a protocol that is not supported', async () => {
  await expect(startTelemetry('http://127.0.0.1:4317', 'grpc')).rejects.toThrow(
    /^OTEL_EXPORTER_OTLP_PROTOCOL must be http\/protobuf or http\/json\./,
  )
})

it('loads no module of the SDK unless a receiver is configured', async () => {
  const printer = `import { registerHooks } from 'node:module'
    registerHooks({ load(url, context, next) { console.error(url); return next(url, context) } })`
  const NODE_OPTIONS = `--import "data:text/javascript,${encodeURIComponent(printer)}"`
  const { child, end } = await serve({ DATABASE_URL: await ownDatabase(), NODE_OPTIONS })
  await end('SIGTERM')
  const loaded = child.err.split('\n').map((url) => url.replace(pathToFileURL(root).href, ''))
  expect(loaded).toContain('/http/app.ts')
  // The package `ai` loads the API, which does nothing without the SDK.
  const ofTelemetry = /^\/telemetry\/|\/@opentelemetry\/(?!api\/)/
  expect(loaded.filter((path) => ofTelemetry.test(path))).toEqual([])
})
