import type { AddressInfo } from 'node:net'
import type { BrowserContextOptions, Browser as Chromium, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { Browser } from './admin.ts'
import type { World } from './world.ts'

/** Opens a page of the web interface. The test fails if it reports an error or violates its security policy. */
export type OpenPage = (path: string, options?: BrowserContextOptions) => Promise<Page>

/** Listens on a port, and returns a function that opens pages in the session of a browser without one. */
export async function pageOpener(
  world: World,
  chromium: () => Chromium,
  session: Browser,
): Promise<OpenPage> {
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.address() as AddressInfo
  const baseURL = `http://127.0.0.1:${port}`
  return async (path, options = {}) => {
    const context = await chromium().newContext({ baseURL, reducedMotion: 'reduce', ...options })
    context.setDefaultTimeout(15_000)
    const cookies = [...session.cookies].map(([name, value]) => ({ name, value, url: baseURL }))
    await context.addCookies(cookies)
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) errors.push(`${page.url()}: ${message.text()}`)
    })
    onTestFinished(async () => {
      await context.close()
      expect(errors).toEqual([])
    })
    await page.goto(path)
    return page
  }
}
