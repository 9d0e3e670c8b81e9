import type { Phrase } from '../../language/phrase.ts'
import type { Provenance } from '../../record/provenance.ts'
import type { KindName } from '../kinds.ts'
import type { PastEntry } from './past-writes.ts'

/** How many of the newest writes that meet a guard are listed. */
export const maxListed = 50

/** How many writes meet a guard, and how many of them were undone since. */
export type Met = { met: number; undone: number }

/** What a guard says of a write: it fails on it with a reason, or the write cannot be rebuilt for a reason. */
export type Result = 'outside' | 'unmet' | 'met' | { failure: string } | { notRebuilt: Phrase }

/** A write that meets a guard, and whether it was undone since. */
export type ListedWrite = PastEntry & { isUndone: boolean }

/** Counts what a guard says of writes that come newest first. */
export class Tally {
  /** The writes that were looked at, also those that were not tried. */
  writes = 0
  tried = 0
  /** The writes outside the scope of the rule, which are not tried. */
  outside = 0
  readonly all: Met = { met: 0, undone: 0 }
  readonly ofKinds = new Map<KindName, Met>()
  readonly ofActors = new Map<string, Met & { actor: Provenance }>()
  /** The number of writes on which the condition failed, by why. */
  readonly failures = new Map<string, number>()
  /** The number of writes that could not be rebuilt, by why. */
  readonly skipped = new Map<Phrase, number>()
  /** The newest entries that meet the guard. */
  readonly newest: ListedWrite[] = []

  /** Counts a write that meets the guard. */
  add(entry: PastEntry, isUndone: boolean): void {
    const { record_type, actor } = entry
    const actorKey = `${actor.type} ${actor.id}`
    const ofActor = this.ofActors.get(actorKey) ?? { actor, met: 0, undone: 0 }
    const ofKind = this.ofKinds.get(record_type) ?? { met: 0, undone: 0 }
    this.ofActors.set(actorKey, ofActor)
    this.ofKinds.set(record_type, ofKind)
    for (const count of [this.all, ofActor, ofKind]) {
      count.met += 1
      count.undone += Number(isUndone)
    }
    if (this.newest.length < maxListed) this.newest.push({ ...entry, isUndone })
  }

  /** Counts a write by what the guard says of it. */
  count(result: Result): void {
    this.writes += 1
    if (result === 'outside') this.outside += 1
    else if (typeof result === 'object' && 'notRebuilt' in result) increase(this.skipped, result.notRebuilt)
    else this.tried += 1
    if (typeof result === 'object' && 'failure' in result) increase(this.failures, result.failure)
  }
}

function increase<Why>(counts: Map<Why, number>, key: Why): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
