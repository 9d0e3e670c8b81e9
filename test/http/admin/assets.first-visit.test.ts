import { beforeAll, expect, it } from 'vitest'
import { fillDemo } from '../../../src/catalog/demo.ts'
import { transact } from '../../../src/database/transaction.ts'
import { type Browser, signIn } from '../../support/admin.ts'
import { sql } from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

const maxBytes = 60_000

let world: World
let browser: Browser
beforeAll(async () => {
  world = await makeWorld()
  const actor = {
    by: { type: 'system', id: null, name: 'system' },
    credential: 'test',
    surface: 'cli',
  } as const
  await transact(world.database.orm, (em) =>
    fillDemo(em, { ...actor, request_id: null }, { force: false, report: () => undefined }),
  )
  browser = await signIn(world, await makePerson(world))
})

const addresses = (body: string, pattern: RegExp) => [
  ...new Set([...body.matchAll(pattern)].map(([, address = '']) => address.replaceAll('&amp;', '&'))),
]

async function bytesOf(path: string, language: string): Promise<number> {
  const { body } = await browser.get(path, { 'accept-language': language })
  const files = addresses(body, / (?:src|href)="([^"]+\/static\/[^"]+)"/g)
  const cookie = [...browser.cookies]
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ')
  const headers = { host: 'ops.test', cookie, 'accept-encoding': 'gzip, br', 'accept-language': language }
  const sent = await Promise.all([path, ...files].map((url) => world.app.inject({ url, headers })))
  return sent.reduce((sum, { rawPayload }) => sum + rawPayload.length, 0)
}

it.each(['en', 'ru'])(
  'loads at most 60 kB for each page of the navigation and the busiest records: %s',
  async (language) => {
    const [busiest] = await sql(
      world,
      `select product_id from keyword_positions join apps on apps.id = app_id group by 1 order by count(*) desc limit 1`,
    )
    const lists = addresses((await browser.get('/admin')).body, / href="(\/admin[^"#]*)"/g)
    const heavy = []
    for (const path of [...lists, `/admin/products/${busiest?.product_id}`]) {
      const bytes = await bytesOf(path, language)
      if (bytes > maxBytes) heavy.push([path, bytes])
    }
    expect(lists.length).toBeGreaterThan(50)
    expect(heavy).toEqual([])
  },
)
