import type { Read } from '../src/database/read.ts'
import { readSnapshot } from '../src/database/snapshot.ts'
import type { Told } from './answer.ts'

/** What tools read from. `readReplica` may lag. */
export type Reads = { read: Read; readReplica: Read }

type Remembered = { state: string; begun: number; told: Promise<Told> }

const most = 100
const memories = new WeakMap<Read, Map<string, Remembered>>()

/**
 * Tells what was told before while nothing was written since, for a second at most: some answers go by the clock.
 * Agents ask the same things, and to find an answer costs more than all the rest of a call.
 */
export async function remembered(
  { read, readReplica }: Reads,
  question: string,
  tell: () => Promise<Told>,
): Promise<Told> {
  // Each replica is at a moment of its own.
  if (readReplica !== read) return tell()
  const asked = performance.now()
  const memory = memories.get(read) ?? new Map<string, Remembered>()
  memories.set(read, memory)
  // Seen before the answer is found: what is written meanwhile can only make it newer than its name.
  const state = `${await readSnapshot(read)} ${Math.floor(Date.now() / 1000)}`
  const known = memory.get(question)
  // One that was looked for after this was asked is new enough, whatever was written meanwhile.
  if (known && (known.state === state || known.begun >= asked)) return known.told
  const answer = { state, begun: performance.now(), told: tell() }
  memory.delete(question)
  memory.set(question, answer)
  const [oldest] = memory.keys()
  if (memory.size > most && oldest !== undefined) memory.delete(oldest)
  answer.told.catch(() => memory.get(question) === answer && memory.delete(question))
  return answer.told
}
