import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Fastify from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { hostAndOriginCheck } from '../protection/host-and-origin.ts'
import type { Server } from '../server/server.ts'

// Turns off every feature of the API reference that sends requests to other servers.
const settings = {
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultOpenAllTags: false,
  documentDownloadType: 'json',
  externalUrls: {},
  hideClientButton: true,
  persistAuth: false,
  showDeveloperTools: 'never',
  telemetry: false,
  withDefaultFonts: false,
}

// The URLs are relative, since a proxy may serve the API under a path.
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>portfolio-ops API</title>
</head>
<body>
<script id="api-reference" data-url="openapi.json" data-configuration="${JSON.stringify(settings).replaceAll('"', '&quot;')}"></script>
<script src="docs/reference.js"></script>
</body>
</html>
`

// The script inserts inline styles, and embeds its images and fonts as data URLs.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves the API reference at /docs, and its script from this server, so that it works offline. */
export const docs = fastifyPlugin(
  async (app: Server) => {
    if (!app.config.DOCS) return
    const onRequest = [app.limitRate, hostAndOriginCheck(app)]
    let script: Promise<Buffer> | undefined
    app.get('/docs', { onRequest }, (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', contentSecurityPolicy)
        .send(page),
    )
    app.get('/docs/reference.js', { onRequest }, async (_request, reply) => {
      script ??= readScript()
      return reply
        .type('text/javascript; charset=utf-8')
        .header('content-encoding', 'gzip')
        .header('cache-control', 'public, max-age=86400')
        .send(await script)
    })
  },
  { name: 'docs', dependencies: ['openapi'] },
)

// The package exposes its script only through a route of its own plugin. It is large, so it is read on first
// use.
async function readScript(): Promise<Buffer> {
  const { default: plugin } = await import('@scalar/fastify-api-reference')
  const scalar = Fastify()
  await scalar.register(plugin, { routePrefix: '/', configuration: { url: '/openapi.json' } })
  const { rawPayload } = await scalar.inject('/js/scalar.js')
  await scalar.close()
  return promisify(gzip)(rawPayload)
}
