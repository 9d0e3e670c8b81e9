import type { AdminPage, Browser } from './admin.ts'

type Button = 'All or nothing' | 'Leave out what conflicts'

/** Returns the results in the preview, by the record that they are about. */
export function resultsOn({ body }: AdminPage): [record: string, result: string][] {
  const rows = [
    ...body.matchAll(/<tr>\s*<th scope="row">(.*?)<\/th>\s*<td>.*?<\/td>\s*<td>(.*?)<\/td>\s*<\/tr>/gs),
  ]
  const text = (html = '') =>
    html
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  return rows.map(([, record, result]) => [text(record), text(result)])
}

/** Returns the hash of the set that a preview shows. */
export function hashOn({ body }: Pick<AdminPage, 'body'>): string {
  return /name="hash" value="(\w+)"/.exec(body)?.[1] ?? ''
}

/** Returns the address of the preview that a page links to. */
export function undoLinkOn({ body }: Pick<AdminPage, 'body'>): string {
  return (/href="(\/admin\/activity\/undo\?[^"]+)"/.exec(body)?.[1] ?? '').replaceAll('&amp;', '&')
}

/** Sends the form of a preview with one of its buttons. */
export function decide(browser: Browser, page: AdminPage, address: string, button: Button) {
  const [, mode = ''] = new RegExp(`name="mode" value="(\\w+)">\\s*${button}`).exec(page.body) ?? []
  return browser.post(address, { hash: hashOn(page), mode, reason: 'It ran wild.' })
}

/** Opens a preview and undoes what it shows. */
export async function undo(browser: Browser, address: string, button: Button = 'All or nothing') {
  return decide(browser, await browser.get(address), address, button)
}
