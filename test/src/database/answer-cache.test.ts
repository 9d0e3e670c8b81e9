import { beforeAll, expect, it } from 'vitest'
import { AnswerCache } from '../../../src/database/answer-cache.ts'
import type { Read } from '../../../src/database/read.ts'
import { type Reads, readVersion } from '../../../src/database/snapshot.ts'
import { makeWorld } from '../../support/world.ts'

type Answer = { text: string }

let reads: Reads
let read: Read
beforeAll(async () => {
  ;({ database: reads } = await makeWorld())
  read = reads.read
})

const newCache = () => new AnswerCache<Answer>(({ text }) => text.length)

async function answered(cache: AnswerCache<Answer>, from: Reads, text: string, key = 'question') {
  const { answer, settle } = await cache.find(from, key)
  if (answer) return answer
  const computed = { text }
  settle?.(computed)
  return computed
}

/** A replica that has replayed the changes of the primary up to a position. */
const replica = (position: string): Read =>
  (async (statement) =>
    statement.text.includes('pg_last_wal_replay_lsn') ? [{ position }] : read(statement)) as Read

// Other test files write into this cluster too: only a try within one snapshot and one second counts.
async function isReused(first: Reads, second: Reads): Promise<boolean | undefined> {
  const cache = newCache()
  await answered(cache, first, 'asked before')
  const before = await readVersion(reads)
  const one = await answered(cache, first, 'first')
  const other = await answered(cache, second, 'second')
  const after = await readVersion(reads)
  return before === after ? one === other : undefined
}
const decided = { timeout: 15_000, interval: 20 }

it('reuses an answer while nothing is written', async () => {
  await expect.poll(() => isReused(reads, reads), decided).toBe(true)
})

it('reuses an answer of a replica until it has replayed a change', async () => {
  const [earlier, later] = ['0/1000', '0/2000'].map((position) => ({ read, readReplica: replica(position) }))
  await expect.poll(() => isReused(earlier!, earlier!), decided).toBe(true)
  await expect.poll(() => isReused(earlier!, later!), decided).toBe(false)
})

it('reads the version of the data only for a repeated key of at most 1,000 characters', async () => {
  let versionsRead = 0
  const counting = (async (statement) => {
    if (statement.text.includes('pg_current_snapshot')) versionsRead++
    return read(statement)
  }) as Read
  const cache = newCache()
  const find = async (key: string) => {
    await answered(cache, { read: counting, readReplica: counting }, 'answer', key)
    return versionsRead
  }
  expect(await find('asked twice')).toBe(0)
  expect(await find('asked twice')).toBe(1)
  for (const _ of [1, 2]) expect(await find('x'.repeat(1001))).toBe(1)
})

it('does not cache a failure, and lets a waiting request compute the answer', async () => {
  const cache = newCache()
  await answered(cache, reads, 'asked before')
  const { settle } = await cache.find(reads, 'question')
  const waiting = answered(cache, reads, 'found')
  settle?.(undefined)
  expect(await waiting).toEqual({ text: 'found' })
})
