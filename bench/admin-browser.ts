import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { args, executablePath } from '../test/support/browser-server.ts'
import { medianOf } from './support/compare.ts'

const visits = 9
const targetSeconds = 0.8

/**
 * Measures the time from the request of a list until its rows are visible, in a browser that has loaded nothing yet.
 */
export async function coldVisits(url: string, cookie: string): Promise<void> {
  if (!existsSync(executablePath)) {
    console.log(`  cold browser     skipped, because ${executablePath} does not exist`)
    return
  }
  const browser = await chromium.launch({ executablePath, args })
  const seconds: number[] = []
  for (let visit = 0; visit < visits; visit++) {
    const context = await browser.newContext({ extraHTTPHeaders: { cookie } })
    const page = await context.newPage()
    const start = performance.now()
    await page.goto(`${url}/admin/applications`, { waitUntil: 'commit' })
    await page.waitForSelector('tbody tr:nth-child(10)', { state: 'visible' })
    seconds.push((performance.now() - start) / 1000)
    await context.close()
  }
  await browser.close()
  console.log(
    `  cold browser     rows visible after ${medianOf(seconds).toFixed(2)} s (target ${targetSeconds})`,
  )
}
