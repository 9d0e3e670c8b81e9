import { beforeAll, describe, expect, it, vi } from 'vitest'
import { make, makeAssistantWorld } from '../support/assistant.ts'
import { query } from '../support/cluster.ts'
import { importerOf } from '../support/importer.ts'
import { atOnce, byStatus, makeProduct, makeSignal } from '../support/makers.ts'
import { marketOf } from '../support/market.ts'
import type { World } from '../support/world.ts'

// Each changes what statements mean, or ends statements or connections.
const defaults = {
  datestyle: 'German, DMY',
  intervalstyle: 'sql_standard',
  timezone: 'Pacific/Kiritimati',
  standard_conforming_strings: 'off',
  array_nulls: 'off',
  extra_float_digits: '-15',
  bytea_output: 'escape',
  gin_fuzzy_search_limit: '1',
  'pg_trgm.similarity_threshold': '1',
  default_text_search_config: 'pg_catalog.german',
  transform_null_equals: 'on',
  statement_timeout: '1',
  idle_session_timeout: '50',
}

let world: World
const { addCompetitor } = marketOf(() => world)
const { run } = importerOf(() => world)

describe.each(['repeatable read', 'serializable'])('a role whose default isolation is %s', (isolation) => {
  beforeAll(async () => {
    world = await makeAssistantWorld({ BOT_CONTACT_LIMIT_PER_MINUTE: '1000' })
    const database = new URL(world.url).pathname.slice(1)
    const all = Object.entries({ ...defaults, default_transaction_isolation: isolation })
    // In one statement, because the first already applies to the next connection.
    const statements = all.map(
      ([name, value]) => `alter role current_user in database ${database} set ${name} = '${value}'`,
    )
    const terminate = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = '${database}' and pid <> pg_backend_pid()`
    await query(world.url, [...statements, terminate].join('; '))
    await vi.waitFor(async () => {
      expect((await world.send('GET', '/api/portfolio/products')).status).toBe(200)
    }, 5000)
  })

  it('loses none of 30 messages of different contacts', async () => {
    const send = (index: number) =>
      world.send('POST', '/api/v1/bot/main', { contact_id: `contact-${index}`, text: 'Hello' })
    expect(byStatus(await atOnce(30, send))).toEqual({ 200: 30 })
  })

  it('stores the records of concurrent requests and imports', async () => {
    const { slug } = await makeProduct(world)
    await atOnce(20, (index) => makeSignal(world, { product_slug: slug, title: `Crash ${index}` }))
    const { id: product_id } = await makeProduct(world)
    const ids = await Promise.all(
      Array.from({ length: 4 }, async () => (await addCompetitor({ product_id })).id),
    )
    const results = await Promise.all(
      ids.map((id) =>
        run(
          'competitor-reviews',
          'competitor_id;reviewed_at;author;body;rating',
          `${id};2026-05-01;Ann;C:\\new "text";5`,
        ),
      ),
    )
    expect(results).toEqual(ids.map(() => expect.objectContaining({ created: 1, rejected: 0 })))
  })

  it('finds similar names, and returns times and texts as without the defaults', async () => {
    const name = `Pocket Scanner ${isolation}`
    const text = 'C:\\temp\\new "quoted" {NULL}'
    const { id } = await makeProduct(world, { name })
    const similar = await world.send('POST', '/api/portfolio/products?dry_run=1', {
      name: `${name} Pro`,
      direction_slug: 'utilities',
    })
    expect(similar.body.similar).toEqual([expect.objectContaining({ id })])
    const bug = await make(world, '/api/bugs', { title: text, severity: 'low' })
    expect(bug.title).toBe(text)
    expect(bug.created_at).toMatch(/^20\d\d-\d\d-\d\dT.*Z$/)
    expect(Math.abs(Date.parse(bug.created_at) - Date.now())).toBeLessThan(60_000)
  })
})
