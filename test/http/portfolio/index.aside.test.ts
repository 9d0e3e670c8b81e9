import { beforeAll, describe, expect, it } from 'vitest'
import { makeProduct, root, sql } from '../../support/makers.ts'
import { type Answer, makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
})

const writeLimit = 9_500

/** Sends a request while another connection holds a lock of a table, which nobody can read meanwhile. */
async function whileLocked(table: string, send: () => Promise<Answer>): Promise<Answer> {
  const pool = await world.database.orm.em.getConnection().getNativeClient()
  const holder = await pool.connect()
  const started = performance.now()
  try {
    await holder.query(`begin; lock table ${table} in access exclusive mode`)
    const answer = await send()
    expect(performance.now() - started).toBeLessThan(writeLimit)
    return answer
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

const post = (path: string, body: object) => world.send('POST', root + path, body)
const place = { product_slug: 'run' }
const decision = {
  ...place,
  title: 'Grow',
  decision_type: 'scale',
  owner: 'Anna',
  decision: 'Spend more.',
  review_at: '2099-01-01',
}
const period = { period_start: '2026-01-01', period_end: '2026-01-31' }

/** Writes with a table that only what stands beside their answer reads, and the key of the record. */
const creations: [path: string, key: string, table: string, body: object][] = [
  ['signals', 'signal', 'proposals', { ...place, title: 'Crash', signal_type: 'risk' }],
  ['products', 'product', 'proposals', { direction_slug: 'fitness', name: 'Walk' }],
  ['insights', 'insight', 'signals', { ...place, title: 'Ads pay', body: 'Twice.' }],
  ['economics', 'economics', 'signals', { ...place, title: 'January', ...period }],
  ['decisions', 'decision', 'signals', decision],
  ['tasks', 'task', 'signals', { ...place, title: 'Fix it' }],
  ['apps', 'app', 'signals', { ...place, name: 'Tracker', platform: 'iOS' }],
]

describe('a lock of a table that only stands beside the answer', () => {
  it.each(creations)(
    'does not fail POST /%s, which is answered without it',
    async (path, key, table, body) => {
      const { status, body: answer } = await whileLocked(table, () => post(`/${path}`, body))
      expect({ status, similar: answer.similar, open_here: answer.open_here }).toEqual({
        status: 201,
        similar: [],
        open_here: [],
      })
      const stored = await world.send('GET', `${root}/${path}/${answer[key].id}`)
      expect(stored.status).toBe(200)
      const entries = await sql(
        world,
        'select from history where record_type = $1 and record_id = $2',
        key,
        answer[key].id,
      )
      expect(entries).toHaveLength(1)
    },
  )

  it('does not fail a batch, whose other operations are stored too', async () => {
    const operations = ['One', 'Two'].map((title) => ({
      operation: 'create_task',
      body: { ...place, title },
    }))
    const { status, body } = await whileLocked('signals', () => post('/batch', { operations }))
    expect(status).toBe(200)
    expect(body.results).toHaveLength(2)
  })

  it('does not fail a dry run, whose context is empty', async () => {
    const { status, body } = await whileLocked('decisions', () =>
      post('/signals?dry_run=1', { ...place, title: 'Dry', signal_type: 'risk' }),
    )
    expect(status).toBe(200)
    expect(body.context).toEqual({ rules: [], decisions: [], signals: [] })
  })
})
