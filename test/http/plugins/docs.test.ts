import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../../support/world.ts'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const flags = ['no-sandbox', 'disable-gpu', 'disable-quic', 'no-first-run', 'disable-background-networking']

let world: World
beforeAll(async () => {
  world = await makeWorld({ PUBLIC_URL: 'http://127.0.0.1:3000' })
})

describe('GET /docs', () => {
  it('is a page that may load nothing from elsewhere and runs no inline script', async () => {
    const { statusCode, headers, body } = await world.app.inject('/docs')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/https?:/)
    expect(body).not.toMatch(/(src|href)="https?:/)
  })

  it('brings its script along, packed', async () => {
    const { statusCode, headers, rawPayload } = await world.app.inject('/docs/reference.js')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
    })
    expect(rawPayload.length).toBeLessThan(2_000_000)
  })
})

const missing = !existsSync(executablePath)
if (missing) console.info(`No browser at ${executablePath} (CHROMIUM_PATH): /docs is not looked at in one`)

describe.skipIf(missing)('the page in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    await world.app.listen({ port: 0 })
    browser = await chromium.launch({ executablePath, args: flags.map((flag) => `--${flag}`) })
  })
  afterAll(() => browser?.close())

  it('shows the operations, asks nobody but us, and breaks no rule of its own', async () => {
    const origin = world.app.listeningOrigin
    const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } })
    const asked: string[] = []
    const faults: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' || /Content Security Policy/.test(message.text()))
        faults.push(message.text())
    })
    await page.goto(`${origin}/docs`)
    await page.getByText('Products', { exact: true }).first().click()
    await page.getByText('Create a product', { exact: true }).first().click()
    await page.getByRole('heading', { name: 'Create a product' }).waitFor()
    await page.getByText('Сканер QR').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(faults).toEqual([])
    expect(asked.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith('data:'))).toEqual([])
    expect(asked).toContain(`${origin}/openapi.json`)
  }, 40_000)
})
