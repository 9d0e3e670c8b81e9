import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'

/** The browser of the tests. */
export const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const install = 'apt-get install -y --no-install-recommends chromium fonts-dejavu-core'
/** How it is started: without connections of its own. */
export const args = [
  'no-sandbox',
  'disable-gpu',
  'disable-quic',
  'no-first-run',
  'disable-background-networking',
  'disable-component-update',
  'disable-sync',
].map((flag) => `--${flag}`)

/**
 * Describes tests in a real browser, which all tests of the file share. Without Chromium they are skipped with the
 * reason, but fail where the environment variable CI is set. Call it once in a file.
 */
export function describeInBrowser(title: string, define: (browser: () => Browser) => void): void {
  const missing = !existsSync(executablePath)
  const reason = `There is no browser at ${executablePath}. Set CHROMIUM_PATH, or install one: ${install}`
  if (missing && !process.env.CI) console.info(`Skipping "${title}". ${reason}`)
  describe.skipIf(missing && !process.env.CI)(title, { timeout: 40_000 }, () => {
    let browser: Browser
    beforeAll(async () => {
      if (missing) throw new Error(reason)
      browser = await chromium.launch({ executablePath, args })
    }, 30_000)
    afterAll(() => browser?.close())
    define(() => browser)
  })
}
