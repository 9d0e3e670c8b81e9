import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
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

it.each(['admin', 'user'] as const)('every page that the person "%s" reaches is in Russian', async (who) => {
  const pages = await crawl(world[who], who === 'user' ? '/admin/account' : '/admin')
  const english: string[] = []
  for (const [path, { body, headers }] of pages) {
    if (!String(headers['content-type']).startsWith('text/html')) continue
    if (!body.includes('<html lang="ru">')) english.push(`${path}: another language`)
    const words = latinWords(body)
    if (words.length > 0) english.push(`${path}: ${words.join(' | ')}`)
  }
  expect(english).toEqual([])
})
