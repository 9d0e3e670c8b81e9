import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import type { AdminPage } from '../../../support/admin.ts'
import { adminRoutes } from '../../../support/admin-routes.ts'
import { type AdminWorld, makeAdminWorld } from '../../../support/admin-world.ts'
import { crawl } from '../../../support/crawl.ts'
import { storeForeignTexts } from '../../../support/foreign-texts.ts'
import { latinWords } from '../../../support/latin-words.ts'
import { sql } from '../../../support/makers.ts'

let world: AdminWorld
beforeAll(async () => {
  world = await makeAdminWorld({}, { secretKey: randomBytes(32) })
  await storeForeignTexts(world)
  await sql(world, `update users set language = 'ru'`)
})

/** Returns what is English on a page. */
function englishOn(path: string, { body, headers }: AdminPage): string[] {
  if (!String(headers['content-type']).startsWith('text/html')) return []
  const words = latinWords(body)
  return [
    // The quick search answers with a part of a page.
    ...(body.includes('<html lang="ru">') || !body.includes('<html') ? [] : [`${path}: another language`]),
    ...(words.length > 0 ? [`${path}: ${words.join(' | ')}`] : []),
  ]
}

it.each(['admin', 'user'] as const)('every page that the person "%s" reaches is in Russian', async (who) => {
  const pages = await crawl(world[who], who === 'user' ? '/admin/account' : '/admin')
  expect([...pages].flatMap(([path, page]) => englishOn(path, page))).toEqual([])
})

it('every page that rejects its parameters is in Russian', async () => {
  const paths = adminRoutes(world).filter(({ method, path }) => method === 'GET' && !path.includes(':'))
  const english: string[] = []
  let rejected = 0
  for (const { path } of paths) {
    const { body } = await world.admin.get(path)
    const controls = [...body.matchAll(/<(?:input|select)\b[^>]* name="([a-z]\w*)"/g)].map(
      ([, name = '']) => name,
    )
    const names = [...new Set([...controls, 'q', 'page', 'per_page', 'sort', 'since', 'until'])]
    for (const value of ['ъ', '-1']) {
      const address = `${path}?${new URLSearchParams(names.map((name) => [name, value]))}`
      const page = await world.admin.get(address)
      if (page.status === 422) rejected += 1
      if (page.status >= 500) english.push(`${address}: ${page.status}`)
      english.push(...englishOn(address, page))
    }
  }
  expect(rejected).toBeGreaterThan(50)
  expect(english).toEqual([])
})
