import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { executablePath } from './browser-server.ts'

const install = 'apt-get install -y --no-install-recommends chromium fonts-dejavu-core'

/**
 * Describes tests in a real browser, which all test files share. Without Chromium they are skipped with the reason, but
 * fail where the environment variable CI is set. Call it once in a file of the project `browser` of `vitest.config.ts`.
 */
export function describeInBrowser(title: string, define: (browser: () => Browser) => void): void {
  const missing = !existsSync(executablePath)
  const reason = `There is no browser at ${executablePath}. Set CHROMIUM_PATH, or install one: ${install}`
  if (missing && !process.env.CI) console.info(`Skipping "${title}". ${reason}`)
  describe.skipIf(missing && !process.env.CI)(title, () => {
    let browser: Browser
    beforeAll(async () => {
      if (missing) throw new Error(reason)
      browser = await chromium.connect(inject('browser'))
      // Only for pages that hang: the other tests use both processors at the same time.
      browser.on('context', (context) => context.setDefaultTimeout(60_000))
    })
    // Ends the connection, not the browser.
    afterAll(() => browser?.close())
    define(() => browser)
  })
}
