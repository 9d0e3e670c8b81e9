import type { AdminPage, Browser } from './admin.ts'

/** Pages by their path. */
type Pages = Map<string, AdminPage>

/**
 * Follows every link from a page on, and returns the pages. Of the links that differ only in numbers and in the values
 * of their parameters, it follows the first. It follows no link with several filters, and none that leaves `area`.
 */
export async function crawl(browser: Browser, start: string, area = '/admin'): Promise<Pages> {
  const pages: Pages = new Map()
  const known = new Set([patternOf(start)])
  const paths = [start]
  for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
    const page = await browser.get(path)
    pages.set(path, page)
    for (const link of [page.location, ...linksOf(page.body)]) {
      if (!link?.startsWith(area) || link.includes('&') || known.has(patternOf(link))) continue
      known.add(patternOf(link))
      paths.push(link)
    }
  }
  return pages
}

/** Returns the addresses that the forms of a page at `path` send to. */
export function formsOf({ body }: AdminPage, path: string): string[] {
  const forms = body.matchAll(/<form\b(?=[^>]* method="post")[^>]*>/g)
  return [...forms].map(([form]) => / action="([^"]+)"/.exec(form)?.[1] ?? path)
}

function linksOf(body: string): string[] {
  const links = body.matchAll(/<a\b[^>]* href="([^"#]+)[^"]*"/g)
  return [...links].map(([, href = '']) => href.replaceAll('&amp;', '&'))
}

function patternOf(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://ops.test')
  return `${pathname.replaceAll(/\/\d+/g, '/:id')} ${[...searchParams.keys()]}`
}
