import type { Read } from '../../database/read.ts'
import { type Phrase, phrase } from '../../language/phrase.ts'
import { dayMs } from '../../record/rules/day.ts'
import { timeSlice } from '../../record/time-slice.ts'
import { dayIn } from '../../record/time-zone.ts'
import { coversWrite, guardsOfKind, metGuards } from './evaluate.ts'
import { compileExpression } from './expression.ts'
import type { Guard } from './guard.ts'
import { PastRecords } from './past-records.ts'
import {
  isWrite,
  maxWrites,
  type PastEntry,
  pastDays,
  selectEntries,
  selectEntryIds,
  selectUndone,
} from './past-writes.ts'
import { type Result, Tally } from './tally.ts'

const entriesPerRead = 200

/** When the work has to end, as a value of `performance.now()`, and in which zone its days are. */
export type TrialLimits = { deadline: number; time_zone: string }

/** A guard that was tried on the writes of the past. */
export type Replay = Tally & {
  /** Whether there are older writes of the period than the newest 10,000. */
  hasMore: boolean
  /** The time of the oldest write that was tried, if the time did not suffice for all. */
  stoppedAt: string | null
}

/** Some writes of the past, newest first. */
type TriedWrites = {
  writes: { entry: PastEntry; result: Result }[]
  /** Whether there are older writes that are not tried, and whether these are the last that are. */
  hasMore: boolean
  isLast: boolean
  /** The time of the oldest entry. */
  oldest: string | null
}

/**
 * Tries a guard on the portfolio writes of the last 90 days, at most the newest 10,000, as the gate checked them. `read`
 * must see one snapshot of the database, because the records are rebuilt from what they are now.
 */
export async function replayGuard(read: Read, guard: Guard, limits: TrialLimits): Promise<Replay> {
  const replay: Replay = Object.assign(new Tally(), { hasMore: false, stoppedAt: null })
  for await (const { writes, hasMore, isLast, oldest } of tryPastWrites(read, guard, limits.time_zone)) {
    for (const { result } of writes) replay.count(result)
    const met = writes.filter(({ result }) => result === 'met').map(({ entry }) => entry)
    const undone = await undoneOf(read, met)
    for (const entry of met) replay.add(entry, undone.has(entry.id))
    replay.hasMore = hasMore
    if (isLast || performance.now() < limits.deadline) continue
    replay.stoppedAt = oldest
    break
  }
  return replay
}

/** Tries a guard on the writes of the past, in pieces. */
export async function* tryPastWrites(read: Read, guard: Guard, zone: string): AsyncGenerator<TriedWrites> {
  const since = new Date(Date.now() - pastDays * dayMs).toISOString()
  const ids = (await read<{ id: number }>(selectEntryIds({ since }))).map(({ id }) => id)
  const past = new PastRecords(read)
  const pause = timeSlice()
  let tried = 0
  for (let start = 0; start < ids.length && tried <= maxWrites; start += entriesPerRead) {
    const entries = await read<PastEntry>(selectEntries({ ids: ids.slice(start, start + entriesPerRead) }))
    await past.load(entries)
    const writes: TriedWrites['writes'] = []
    for (const entry of entries) {
      await pause()
      if (isWrite(entry) && ++tried <= maxWrites)
        writes.push({ entry, result: resultOf(past, guard, entry, dayIn(zone, entry.created_at)) })
      past.rollBack(entry)
    }
    const hasMore = tried > maxWrites
    const isLast = hasMore || start + entriesPerRead >= ids.length
    yield { writes, hasMore, isLast, oldest: entries.at(-1)?.created_at ?? null }
  }
}

function resultOf(past: PastRecords, guard: Guard, entry: PastEntry, today: string): Result {
  // The gate does not evaluate a guard for a kind that it excludes.
  const isOfKind = guardsOfKind([guard], entry.record_type).length > 0
  const write = past.rebuild(entry, today)
  if ('reason' in write) return isOfKind || isScoped(guard) ? { notRebuilt: write.reason } : 'unmet'
  if (!coversWrite(guard, write)) return 'outside'
  if (!isOfKind) return 'unmet'
  const unknown = unknownField(guard, entry)
  if (unknown !== undefined) return { notRebuilt: unknown }
  const [met] = metGuards([guard], write)
  if (met?.failure !== undefined) return { failure: met.failure }
  return met ? 'met' : 'unmet'
}

function isScoped({ product_id, direction_id }: Guard): boolean {
  return product_id !== null || direction_id !== null
}

/** Why a write cannot be rebuilt for an expression, by the fields that it reads. */
const unknownFields = {
  sent: phrase('trial.sentNotKept'),
  authors: phrase('trial.authorsNotKept'),
} as const

// A new record has the time and the author of its creation.
const untracked = ['before', 'after'].flatMap((name) => [`${name}.updated_at`, `${name}.updated_by`])

function unknownField({ guard_when }: Guard, { fields, event }: PastEntry): Phrase | undefined {
  const { reads } = compileExpression(guard_when)
  if (fields === null && reads.has('write.fields')) return unknownFields.sent
  if (event !== 'created' && untracked.some((name) => reads.has(name))) return unknownFields.authors
  return undefined
}

async function undoneOf(read: Read, entries: PastEntry[]): Promise<Set<number>> {
  if (entries.length === 0) return new Set()
  const rows = await read<{ id: number }>(selectUndone({ ids: entries.map(({ id }) => id) }))
  return new Set(rows.map(({ id }) => id))
}
