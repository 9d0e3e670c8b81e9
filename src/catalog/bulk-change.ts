import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../access/actor.ts'
import { requireWriter } from '../access/policy.ts'
import { type Read, readInTransaction } from '../database/read.ts'
import { runInSavepoint } from '../database/transaction.ts'
import { verdictOf } from '../journal/verdict.ts'
import { toFault } from '../record/database-fault.ts'
import { Fault, type Message } from '../record/fault.ts'
import { lockLinks } from '../record/lock-record.ts'
import type { Warning } from '../record/warning.ts'
import { readVersions, requireVersions } from './shown-version.ts'
import { sentencesOf } from './undo/refusal.ts'

/** The largest number of records that are changed together. */
export const maxBulk = 500

/** How each record of one kind is changed, by the same functions as a single one. */
export type BulkKind<Row> = {
  record_type: string
  /** The fields that the change sets. */
  fields: readonly string[]
  read: (read: Read, id: number) => Promise<Row>
  /** Returns why the person may not change the record. */
  refusal: (row: Row) => Message | undefined
  /** Returns whether the record is so already. */
  isDone: (row: Row) => boolean
  change: (em: EntityManager, actor: Actor, id: number) => Promise<unknown>
}

/** What the change did with a record, or why it did not. `version` is the version of the record before it. */
export type BulkOutcome<Row> = {
  id: number
  version: number
  row?: Row
  after?: Row
  refusal?: Message
  warnings: Warning[]
}

/**
 * Changes records of one kind in the transaction, each in a savepoint. What cannot be changed is left out and has a
 * reason. A preview is the same in a transaction that is rolled back. `shown` has the versions of the records that the
 * preview showed: then all are changed, or none.
 *
 * @throws Fault `conflict` if a record has another version than the one shown, or can no longer be changed
 */
export async function bulkChange<Row>(
  em: EntityManager,
  actor: Actor,
  kind: BulkKind<Row>,
  ids: readonly number[],
  shown?: ReadonlyMap<number, number>,
): Promise<{ outcomes: BulkOutcome<Row>[] }> {
  requireWriter(actor)
  // Before any row is locked, see `lockLinks`.
  await lockLinks(em, kind.record_type, Object.fromEntries(kind.fields.map((name) => [name, null])))
  // Read before the first change, which may change other records too, such as a task that waits for another.
  if (shown) await requireVersions(em, kind.record_type, shown)
  const versions = shown ?? (await readVersions(readInTransaction(em), kind.record_type, ids))
  const outcomes: BulkOutcome<Row>[] = []
  for (const id of ids.toSorted((one, other) => one - other)) {
    const outcome = await attempt(em, actor, kind, id, versions.get(id) ?? 0)
    if (shown && outcome.refusal !== undefined) throw new Fault('conflict', outcome.refusal)
    outcomes.push(outcome)
  }
  return { outcomes }
}

async function attempt<Row>(
  em: EntityManager,
  actor: Actor,
  kind: BulkKind<Row>,
  id: number,
  version: number,
): Promise<BulkOutcome<Row>> {
  const outcome: BulkOutcome<Row> = { id, version, warnings: [] }
  const takeBack = verdictBefore(em)
  try {
    await runInSavepoint(em, async (part) => {
      outcome.row = await kind.read(readInTransaction(part), id)
      const refusal = kind.refusal(outcome.row)
      if (refusal !== undefined) throw new Fault('conflict', refusal)
      if (kind.isDone(outcome.row)) return
      const result = await kind.change(part, actor, id)
      const held = verdictOf(part)
      if (held.isHeld) throw new Fault('canon_guard', heldMessage(held.warnings))
      const { record = result, warnings = [] } = result as { record?: unknown; warnings?: Warning[] }
      outcome.after = record as Row
      outcome.warnings = warnings
    })
  } catch (error) {
    takeBack()
    const fault = toFault(error)
    if (!(fault instanceof Fault) || fault.code === 'unavailable') throw error
    outcome.refusal = reasonOf(fault)
  }
  return outcome
}

// What was rolled back leaves nothing in the verdict of the transaction.
function verdictBefore(em: EntityManager): () => void {
  const verdict = verdictOf(em)
  const { rules, warnings, saved } = verdict
  const lengths = [rules.length, warnings.length, saved.length] as const
  return () => {
    verdict.isHeld = false
    rules.length = lengths[0]
    warnings.length = lengths[1]
    saved.length = lengths[2]
  }
}

function heldMessage(warnings: readonly Warning[]): string {
  const rule = warnings.at(-1)?.message ?? 'An admin must decide on this change.'
  return `${rule} Alone, the change becomes a proposal.`
}

function reasonOf(fault: Fault): string {
  if (fault.code === 'not_found') return 'The record no longer exists.'
  if (fault.code === 'policy_denied') return 'You may not change this record.'
  return sentencesOf(fault)
}
