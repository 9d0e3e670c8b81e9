import { beforeAll, expect, it } from 'vitest'
import { connectionOf } from '../../../../src/database/em-connection.ts'
import { transact } from '../../../../src/database/transaction.ts'
import { readChanges } from '../../../../src/journal/change-feed/feed.ts'
import { adoptHistory } from '../../../../src/journal/change-feed/restored-history.ts'
import { query } from '../../../support/cluster.ts'
import { settled } from '../../../support/settled.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

it('returns entries of a cluster that was ahead in their order, at most a million for each transaction id', async () => {
  const { orm, read } = world.database
  const feed = () => readChanges(read, ['product'], { limit: 10 })
  const ids = [1, 2, 1_000_002, 2_000_003]
  const ahead = `pg_current_xact_id()::text::bigint + 1000000`
  await query(
    world.url,
    `insert into history (id, record_type, record_id, event, actor, changes, surface, transaction_id)
      select id, 'product', id, 'updated', '{"type":"system","name":"system"}', '{}', 'cli', (${ahead} + id)::text::xid8
      from unnest(array[${ids}]) as id`,
  )
  expect((await feed()).changes).toEqual([])
  await transact(orm, (em) => adoptHistory(connectionOf(em)))
  await settled(world)
  const { changes } = await feed()
  expect(changes.map(({ id }) => id)).toEqual(ids)
  const seqs = changes.map(({ seq }) => seq)
  expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
  expect(new Set(seqs).size).toBe(ids.length)
  // Ids that this cluster has used already are kept.
  await transact(orm, (em) => adoptHistory(connectionOf(em)))
  expect((await feed()).changes).toEqual(changes)
})
