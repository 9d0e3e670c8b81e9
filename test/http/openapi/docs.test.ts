import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { describeInBrowser } from '../../support/browser.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ PUBLIC_URL: 'http://127.0.0.1:3000' })
})

describe('GET /docs', () => {
  it('returns a page that loads nothing from other servers and runs no inline script', async () => {
    const { statusCode, headers, body } = await world.app.inject('/docs')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/https?:/)
    expect(body).toContain('<script src=')
    expect(body).not.toMatch(/(src|href)="https?:/)
  })
})

describe('GET /docs/reference.js', () => {
  it('returns the script of the page, compressed', async () => {
    const { statusCode, headers, rawPayload } = await world.app.inject('/docs/reference.js')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
    })
    expect(rawPayload.length).toBeLessThan(2_000_000)
  })
})

describe('the page behind a reverse proxy with a path', () => {
  it('refers to its script and to the OpenAPI document by relative URLs that load', async () => {
    const prefix = '/team/ops'
    const page = `${await startProxy(prefix)}${prefix}/docs`
    const html = await (await fetch(page)).text()
    const [, script = ''] = /<script src="([^"]+)"/.exec(html) ?? []
    const [, document = ''] = /data-url="([^"]+)"/.exec(html) ?? []
    for (const reference of [script, document]) expect(reference).toMatch(/^[a-z][^:]*$/)
    const answers = [await fetch(new URL(script, page)), await fetch(new URL(document, page))]
    expect(answers.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
      [200, 'text/javascript; charset=utf-8'],
      [200, 'application/json; charset=utf-8'],
    ])
    expect(await answers[1]!.json()).toHaveProperty('openapi')
  })

  it('lists PUBLIC_URL with its path as the server of the API', async () => {
    const { app } = await makeWorld({ PUBLIC_URL: 'https://ops.test/team/ops' })
    const { servers } = (await app.inject('/openapi.json')).json()
    expect(servers).toMatchObject([{ url: 'https://ops.test/team/ops' }])
  })
})

describeInBrowser('the page in a browser', (browser) => {
  beforeAll(async () => {
    await world.app.listen({ port: 0 })
  })

  it.each(['', '/team/ops'])('shows the operations and sends requests only below "%s/"', async (prefix) => {
    const base = (prefix ? await startProxy(prefix) : world.app.listeningOrigin) + prefix
    const page = await browser().newPage({ viewport: { width: 1400, height: 1000 } })
    const requests: string[] = []
    const errors: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' || /Content Security Policy/.test(message.text()))
        errors.push(message.text())
    })
    await page.goto(`${base}/docs`)
    await page.getByText('Products', { exact: true }).first().click()
    await page.getByText('Create a product', { exact: true }).first().click()
    await page.getByRole('heading', { name: 'Create a product' }).waitFor()
    await page.getByText('Сканер QR').first().waitFor()
    // Late requests, such as telemetry, would be sent once the page is rendered.
    await page.waitForTimeout(1000)
    expect(errors).toEqual([])
    expect(requests.filter((url) => !url.startsWith(`${base}/`) && !url.startsWith('data:'))).toEqual([])
    expect(requests).toContain(`${base}/openapi.json`)
  })
})

/** Starts a reverse proxy that serves the app under a path, and returns its origin. */
async function startProxy(prefix: string): Promise<string> {
  const proxy = createServer(async ({ url = '' }, response) => {
    if (!url.startsWith(`${prefix}/`)) return response.writeHead(404).end()
    const { statusCode, headers, rawPayload } = await world.app.inject(url.slice(prefix.length))
    response.writeHead(statusCode, headers as OutgoingHttpHeaders).end(rawPayload)
  })
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}
