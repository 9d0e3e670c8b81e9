import type axe from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * Returns what axe finds on a page that loads it, and whether the page is too wide, at the widths of a phone and a
 * desktop, in light and dark.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const width of [390, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      const { violations } = await page.evaluate(() => {
        // A target that is scrolled half under the head of the page counts as half as high.
        scrollTo(0, 0)
        return (window as unknown as { axe: typeof axe }).axe.run({
          rules: { 'target-size': { enabled: true } },
        })
      })
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) found.push('too wide')
      faults.push(...found.map((fault) => `${page.url()} ${width} ${colorScheme}: ${fault}`))
    }
  return faults
}
