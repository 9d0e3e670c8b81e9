import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import type { ActivityEntry } from '../../journal/activity.ts'
import { changeRows, deleteRows, lockRows, type Row, restoreRows } from '../../journal/rows.ts'
import { listChangesOutside } from '../../journal/set-changes.ts'
import type { Message } from '../../record/fault.ts'
import { type CatalogEntry, recordCatalog } from '../record-catalog.ts'
import { readVersions } from '../shown-version.ts'
import { newestFirst, type UndoItem } from './fold.ts'
import { deletedValues, refusalToRestore } from './restore-deleted.ts'
import { type Attempt, judge, lastChanges, type Outcome } from './undo-item.ts'

/** What change sets did with some records of one type. `oldest` is the id of the first of these changes. */
export type Batch = {
  record_type: string
  items: UndoItem[]
  sets: number[]
  oldest: number
  attempt: Attempt
}

/** Undoes the changes of records one after the other. */
export async function undoEach(items: UndoItem[], attempt: Attempt): Promise<Outcome[]> {
  const outcomes = []
  for (const item of items) outcomes.push(await attempt(item))
  return outcomes
}

/** An item with the row of its record, and what undoing does with it. */
type Judged = ReturnType<typeof judge> & {
  item: UndoItem
  row: Row | undefined
  message?: Message | undefined
}

/**
 * Undoes what change sets did with records of one type, by statements for all of them. Throws the error of a value that the
 * database refuses.
 */
export async function undoRows(em: EntityManager, actor: Actor, batch: Batch): Promise<Outcome[]> {
  const { record_type, items, attempt } = batch
  const byRecord = Map.groupBy(items, ({ record_id }) => record_id)
  const isTwofold = ({ record_id }: UndoItem) => byRecord.get(record_id)?.length !== 1
  const { entity } = recordCatalog.get(record_type) as CatalogEntry
  const rows = await lockRows(em, entity, [...byRecord.keys()])
  const versions = await versionsOfDeleted(em, record_type, items)
  const judged = items
    .filter((item) => !isTwofold(item))
    .map((item) => judgeRow(item, rows.get(item.record_id), versions.get(item.record_id)))
  const isDone = await storeRows(em, actor, entity, judged)
  const later = await laterChanges(em, batch, judged)
  const outcomes = judged.filter(isDone).map(({ item, verdict, changed, message }): Outcome => {
    const conflicts = verdict === 'conflict' ? lastChanges(later.get(item.record_id) ?? [], changed) : []
    return { item, verdict, conflicts, used_by: [], ...(message && { message }) }
  })
  const skipped = judged.filter((one) => !isDone(one)).map(({ item }) => item)
  outcomes.push(...(await undoSkipped(skipped, attempt)))
  // A record that was changed and then deleted is restored first, and then its fields are set back.
  outcomes.push(...(await undoEach(items.filter(isTwofold), attempt)))
  return outcomes.sort((one, other) => newestFirst(one.item, other.item))
}

// The unique key of each of these records was taken. If that of the first still is, it gives the reason for all.
async function undoSkipped(items: UndoItem[], attempt: Attempt): Promise<Outcome[]> {
  const [first, ...others] = items
  if (!first) return []
  const outcome = await attempt(first)
  return outcome.verdict === 'possible'
    ? [outcome, ...(await undoEach(others, attempt))]
    : items.map((item) => ({ ...outcome, item }))
}

function judgeRow(item: UndoItem, row: Row | undefined, version: number | undefined): Judged {
  const judged = { item, row, ...judge(item, row ?? null) }
  const message = item.action === 'restore' && !row ? refusalToRestore(item.deletion, version) : undefined
  return message ? { ...judged, verdict: 'impossible', message } : judged
}

// Returns whether what was possible has been done. A record is not restored if its unique key is taken, so the rows that
// free a key come first.
async function storeRows(
  em: EntityManager,
  actor: Actor,
  entity: CatalogEntry['entity'],
  judged: Judged[],
): Promise<(one: Judged) => boolean> {
  const possible = judged.filter(({ verdict }) => verdict === 'possible')
  const lost = possible.flatMap(({ item }) =>
    item.action === 'restore' ? { ...deletedValues(item.deletion), id: item.record_id } : [],
  )
  const added = possible.flatMap(({ item, row }) => (row && item.action !== 'change' ? row : []))
  await deleteRows(em, actor, entity, added)
  const changed = judged.flatMap(({ row, values }) =>
    row && Object.keys(values).length > 0 ? { row, values } : [],
  )
  await changeRows(em, actor, entity, changed)
  const restored = await restoreRows(em, actor, entity, lost)
  return ({ item, verdict }) =>
    verdict !== 'possible' || item.action !== 'restore' || restored.has(item.record_id)
}

// The later changes of the records that conflict, newest first, by record.
async function laterChanges(
  em: EntityManager,
  { record_type, oldest, sets }: Batch,
  judged: Judged[],
): Promise<Map<number, ActivityEntry[]>> {
  const ids = judged.filter(({ verdict }) => verdict === 'conflict').map(({ item }) => item.record_id)
  if (ids.length === 0) return new Map()
  const later = await listChangesOutside(readInTransaction(em), { record_type, ids, after: oldest, sets })
  return Map.groupBy(later, ({ record_id }) => record_id)
}

// The newest entries of the records that were deleted.
async function versionsOfDeleted(em: EntityManager, record_type: string, items: UndoItem[]) {
  const deleted = items.filter(({ action }) => action === 'restore').map(({ record_id }) => record_id)
  return deleted.length === 0
    ? new Map<number, number>()
    : readVersions(readInTransaction(em), record_type, deleted)
}
