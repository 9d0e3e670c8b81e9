import type { AddressInfo } from 'node:net'
import type { BrowserContext, BrowserContextOptions, Browser as Chromium, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { Browser } from './admin.ts'
import type { World } from './world.ts'

/**
 * Opens a page of the web interface. The test fails if the page reports an error or violates its security policy. Pages
 * share cookies and cached files, unless options are given.
 */
export type OpenPage = (path: string, options?: BrowserContextOptions) => Promise<Page>

/** Listens on a port, and returns a function that opens pages in the session of a browser without one. */
export async function pageOpener(
  { app }: Pick<World, 'app'>,
  chromium: () => Chromium,
  session: Browser,
): Promise<OpenPage> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const baseURL = `http://127.0.0.1:${port}`
  let shared: Promise<BrowserContext> | undefined

  async function openContext(options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await chromium().newContext({ baseURL, reducedMotion: 'reduce', ...options })
    const cookies = [...session.cookies].map(([name, value]) => ({ name, value, url: baseURL }))
    await context.addCookies(cookies)
    return context
  }

  return async (path, options) => {
    shared ??= openContext({})
    const context = options ? await openContext(options) : await shared
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) errors.push(`${page.url()}: ${message.text()}`)
    })
    onTestFinished(async () => {
      await (options ? context : page).close()
      expect(errors).toEqual([])
    })
    await page.goto(path)
    return page
  }
}
