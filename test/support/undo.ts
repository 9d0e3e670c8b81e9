import { expect } from 'vitest'
import type { AdminPage, Browser } from './admin.ts'
import { uploadCsv } from './csv-upload.ts'
import type { World } from './world.ts'

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

/** Imports a file, and returns the address of the preview of its undo. */
export async function importFile(world: World, browser: Browser, list: string, ...lines: string[]) {
  const { action } = await uploadCsv(world, browser, list, lines.join('\n'))
  expect((await browser.post(action)).status).toBe(303)
  return undoLinkOn(await browser.get(action))
}

/** Returns the address of the preview of undoing the changes of a person since a time. */
export function windowOf({ id }: { id: number }, since = '2020-01-01'): string {
  return `/admin/activity/undo?${new URLSearchParams({ actor: `user:${id}`, only: 'changes', since })}`
}
