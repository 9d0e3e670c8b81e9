import { isDeepStrictEqual } from 'node:util'
import { withSnapshot } from '../../database/snapshot-transaction.ts'
import type { MikroORM } from '../../database/transaction.ts'
import { phrase } from '../../language/phrase.ts'
import { Fault } from '../../record/fault.ts'
import type { Guard } from './guard.ts'
import { type Replay, replayGuard } from './replay.ts'
import { findCaught, type Stored } from './stored.ts'

const replayMs = 4500
const allMs = 5000

/** What a guard says of the writes of the past, and of the records that are stored. */
export type Trial = { guard: Guard; replay: Replay; stored: Stored[] }

type Running = { guard: Guard; trial: Promise<Trial> }

// A trial keeps one processor busy for up to 5 s, so a process runs one at a time.
const running = new WeakMap<MikroORM, Running>()

/**
 * Tries a guard on the writes of the past and on the stored records, for at most 5 s, and changes nothing. A second trial
 * of the same guard gets the result of the first.
 *
 * @throws Fault `conflict` while another guard is tried
 */
export async function tryGuard(orm: MikroORM, guard: Guard, time_zone: string): Promise<Trial> {
  const other = running.get(orm)
  if (other && isDeepStrictEqual(other.guard, guard)) return other.trial
  if (other) throw new Fault('conflict', isBusy, { guard_when: [isBusy] })
  const trial = run(orm, guard, time_zone).finally(() => running.delete(orm))
  running.set(orm, { guard, trial })
  return trial
}

const isBusy = phrase('guard.busy')

function run(orm: MikroORM, guard: Guard, time_zone: string): Promise<Trial> {
  const start = performance.now()
  return withSnapshot(orm, async (read) => {
    const replay = await replayGuard(read, guard, { deadline: start + replayMs, time_zone })
    const stored = await findCaught(read, guard, { deadline: start + allMs, time_zone })
    return { guard, replay, stored }
  })
}
