import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atOnce, expectValidationErrors, makeDecision, makeRule, root, sql } from '../../../support/makers.ts'
import { settled } from '../../../support/settled.ts'
import { makeWorld, type World } from '../../../support/world.ts'
import { kinds } from '../../../support/writes.ts'

type Change = { seq: number; entity: string; id: number; event: string }

let world: World
let outsider: pg.Client
beforeAll(async () => {
  world = await makeWorld()
  outsider = new pg.Client({ connectionString: world.url })
  await outsider.connect()
})
afterAll(() => outsider.end())

const changes = async (query = '') => (await world.send('GET', `${root}/changes?${query}`)).body

/** Reads every change after a cursor, page by page. */
async function follow(since = '', limit = 200): Promise<{ seen: Change[]; cursor: string }> {
  const seen: Change[] = []
  let cursor = since
  for (let more = true; more; ) {
    const answer = await changes(`limit=${limit}${cursor && `&since=${cursor}`}`)
    seen.push(...answer.changes)
    cursor = answer.next_cursor
    more = answer.has_more
  }
  return { seen, cursor }
}

describe('GET /changes', () => {
  it('returns the changes of every kind of record, oldest first, with their actor', async () => {
    for (const { make } of kinds) await make(world, {})
    await settled(world)
    const { seen } = await follow()
    expect(seen.map(({ entity }) => entity)).toEqual([
      'product',
      'app',
      'signal',
      'insight',
      'economics',
      'decision',
      'task',
      'canon_rule',
    ])
    expect(seen.at(-1)).toEqual({
      seq: expect.any(Number),
      entity: 'canon_rule',
      id: expect.any(Number),
      event: 'created',
      actor: { type: 'env_token', id: 'env:1', name: 'env:1' },
      changed_fields: expect.arrayContaining(['title', 'rule_type', 'body', 'status']),
      changes: { status: { from: null, to: 'active' } },
      slug: null,
      title: 'Rule',
      product_slug: null,
      approved_by: null,
      reason: null,
      at: expect.stringMatching(/Z$/),
    })
  })

  it('continues after a cursor, in pages of any size, with increasing numbers', async () => {
    await makeDecision(world, { tasks: Array.from({ length: 7 }, () => ({ title: 'T' })) })
    await settled(world)
    const all = await follow()
    for (const limit of [1, 3, 8]) expect(await follow('', limit)).toEqual(all)
    const seqs = all.seen.map(({ seq }) => seq)
    expect(seqs.every((seq, index) => index === 0 || seq > seqs[index - 1]!)).toBe(true)
    const nothing = await changes(`since=${all.cursor}`)
    expect(nothing).toMatchObject({ changes: [], has_more: false, next_cursor: all.cursor })
    await makeRule(world)
    await settled(world)
    const { seen } = await follow(all.cursor)
    expect(seen).toHaveLength(1)
    expect(seen[0]!.seq).toBeGreaterThan(seqs.at(-1)!)
  })

  it('rejects a malformed cursor', async () => {
    const encoded = (text: string) => Buffer.from(text).toString('base64url')
    const since =
      'The since field format is invalid. Send the next_cursor of an earlier answer; a date or a time is sent as after.'
    for (const bad of [
      'x',
      '1',
      encoded('1.2'),
      encoded('1.2.3.4'),
      encoded('-1.2.3'),
      encoded('a.b.c'),
      '%00',
      '***',
    ])
      expectValidationErrors(await world.send('GET', `${root}/changes?since=${bad}`), { since })
    expectValidationErrors(await world.send('GET', `${root}/changes?limit=0&since=${encoded('x')}`), {
      limit: 'The limit field must be at least 1.',
      since,
    })
  })

  it('returns 410 for a cursor of another cluster, timeline or database, and for one ahead of the server', async () => {
    const { next_cursor } = await changes('limit=1')
    const [server = '', transaction = '', ...rest] = Buffer.from(next_cursor, 'base64url')
      .toString()
      .split('.')
    const [cluster, timeline, database] = server.split('-').map(BigInt)
    const { rows } = await outsider.query('select pg_snapshot_xmax(pg_current_snapshot())::text as next')
    const expired = [
      [`${cluster! + 1n}-${timeline}-${database}`, transaction],
      [`${cluster}-${timeline! + 1n}-${database}`, transaction],
      [`${cluster}-${timeline}-${database! + 1n}`, transaction],
      [server, String(BigInt(rows[0].next) + 1_000_000n)],
    ]
    for (const parts of expired) {
      const cursor = Buffer.from([...parts, ...rest].join('.')).toString('base64url')
      const answer = await world.send('GET', `${root}/changes?since=${cursor}`)
      expect(answer.status, String(parts)).toBe(410)
      expect(answer.body).toMatchObject({
        message: 'The cursor has expired. Start again without one.',
        code: 'cursor_expired',
      })
    }
    expect((await world.send('GET', `${root}/changes?since=${next_cursor}`)).status).toBe(200)
  })

  it('returns at most 200 changes at once', async () => {
    await sql(
      world,
      `insert into history (record_type, record_id, event, actor, changes, surface)
        select 'product', n, 'updated', '{"type":"system","id":null,"name":"many"}', '{}', 'cli'
        from generate_series(1, 250) as n`,
    )
    await settled(world)
    const answer = await changes('limit=5000')
    expect([answer.changes.length, answer.has_more]).toEqual([200, true])
  })

  it('misses no change of a transaction that started earlier and ended later', async () => {
    await settled(world)
    const { cursor } = await follow()
    // This transaction has the lower id, and its history row is written first.
    await outsider.query('begin')
    const { rows } = await outsider.query(
      `insert into history (record_type, record_id, event, actor, changes, surface)
        values ('product', 424242, 'created', '{"type":"system","id":null,"name":"late"}', '{}', 'cli') returning id`,
    )
    const later = await makeRule(world)
    const meanwhile = await follow(cursor)
    expect(meanwhile.seen.map(({ id }) => id)).not.toContain(424_242)
    await outsider.query('commit')
    await settled(world)
    const after = await follow(meanwhile.cursor)
    const all = [...meanwhile.seen, ...after.seen].map(({ entity, id }) => `${entity} ${id}`)
    expect(rows).toHaveLength(1)
    expect(all).toEqual(['product 424242', `canon_rule ${later.id}`])
  })

  it('misses no change while twenty requests write and one transaction stays open', async () => {
    await settled(world)
    const seen: Change[] = []
    let { cursor } = await follow()
    let writing = true
    const poll = async () => {
      while (writing) {
        const answer = await follow(cursor, 7)
        seen.push(...answer.seen)
        cursor = answer.cursor
      }
    }
    const polling = poll()
    await outsider.query('begin; select pg_current_xact_id()')
    const made = (await atOnce(20, () => Promise.all([1, 2, 3].map(() => makeRule(world))))).flat()
    await outsider.query('commit')
    writing = false
    await polling
    await settled(world)
    seen.push(...(await follow(cursor)).seen)
    const ids = seen.map(({ id }) => id)
    expect(ids.toSorted((a, b) => a - b)).toEqual(made.map(({ id }) => id).toSorted((a, b) => a - b))
    const seqs = seen.map(({ seq }) => seq)
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
    expect(new Set(seqs).size).toBe(60)
    const [last] = await sql(world, 'select max(id)::int as id from history')
    expect(last!.id).toBeGreaterThan(60)
  })
})
