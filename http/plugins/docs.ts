import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Fastify from 'fastify'
import type { Server } from '../server.ts'
import type { Limit } from './limits.ts'

/** The reference for people: no account, no assistant, no font, no request to anybody but us. */
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

// Addresses are relative: a proxy may serve us under a path.
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

// The page writes its own styles as it runs, and shows pictures it has in itself.
const policy = [
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

/** Serves the reference at /docs, and its script from here, so that it works without the internet. */
export function docs(app: Server, limit: Limit): void {
  if (!app.config.DOCS) return
  let script: Promise<Buffer> | undefined
  app.get('/docs', { onRequest: limit }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page),
  )
  app.get('/docs/reference.js', { onRequest: limit }, async (_request, reply) => {
    script ??= readScript()
    return reply
      .type('text/javascript; charset=utf-8')
      .header('content-encoding', 'gzip')
      .header('cache-control', 'public, max-age=86400')
      .send(await script)
  })
}

// The script is in the package's module, which gives it out by its own route alone. It is large: nobody pays for
// it before somebody reads.
async function readScript(): Promise<Buffer> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const donor = Fastify()
  await donor.register(reference, { routePrefix: '/', configuration: { url: '/openapi.json' } })
  const { rawPayload } = await donor.inject('/js/scalar.js')
  await donor.close()
  return promisify(gzip)(rawPayload)
}
