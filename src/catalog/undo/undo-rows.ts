import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { changeRows, deleteRows, lockRows, restoreRows } from '../../journal/rows.ts'
import { listChangesOutside } from '../../journal/set-changes.ts'
import { type CatalogEntry, recordCatalog } from '../record-catalog.ts'
import { readVersions } from '../shown-version.ts'
import type { UndoItem } from './fold.ts'
import { deletedValues, refusalToRestore } from './restore-deleted.ts'
import { judge, lastChanges, type Outcome } from './undo-item.ts'

/** Undoes the changes of one record by itself. */
type Attempt = (item: UndoItem) => Promise<Outcome>

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

/**
 * Undoes what change sets did with records of one type, by statements for all of them. Throws the error of a value that the
 * database refuses.
 */
export async function undoRows(
  em: EntityManager,
  actor: Actor,
  { record_type, items, sets, oldest, attempt }: Batch,
): Promise<Outcome[]> {
  const { entity } = recordCatalog.get(record_type) as CatalogEntry
  const read = readInTransaction(em)
  const byRecord = Map.groupBy(items, ({ record_id }) => record_id)
  const rows = await lockRows(em, entity, [...byRecord.keys()])
  const versions = await versionsOfDeleted(em, record_type, items)
  // A record that was changed and then deleted is restored first, and then its fields are set back.
  const twofold = items.filter(({ record_id }) => byRecord.get(record_id)?.length !== 1)
  const judged = items.flatMap((item) => {
    if (twofold.includes(item)) return []
    const row = rows.get(item.record_id)
    const message =
      item.action === 'restore' && !row && refusalToRestore(item.deletion, versions.get(item.record_id))
    return {
      item,
      row,
      ...judge(item, row ?? null),
      ...(message && { verdict: 'impossible' as const, message }),
    }
  })
  const possible = judged.filter(({ verdict }) => verdict === 'possible')
  const restored = await restoreRows(
    em,
    actor,
    entity,
    possible.flatMap(({ item }) =>
      item.action === 'restore' ? { ...deletedValues(item.deletion), id: item.record_id } : [],
    ),
  )
  await changeRows(
    em,
    actor,
    entity,
    judged.flatMap(({ row, values }) => (row && Object.keys(values).length > 0 ? { row, values } : [])),
  )
  await deleteRows(
    em,
    actor,
    entity,
    possible.flatMap(({ item, row }) => (row && item.action !== 'change' ? row : [])),
  )
  const conflicting = judged.filter(({ verdict }) => verdict === 'conflict')
  const later = Map.groupBy(
    conflicting.length === 0
      ? []
      : await listChangesOutside(read, {
          record_type,
          ids: conflicting.map(({ item }) => item.record_id),
          after: oldest,
          sets,
        }),
    ({ record_id }) => record_id,
  )
  const isTaken = ({ item, verdict }: (typeof judged)[number]) =>
    verdict === 'possible' && item.action === 'restore' && !restored.has(item.record_id)
  // The unique key of each of them is taken, so the first one gives the reason.
  const first = judged.find(isTaken)
  const taken = first && (await attempt(first.item))
  return [
    ...judged.map((one): Outcome => {
      const { item, verdict, changed, message } = { message: undefined, ...one }
      if (taken && isTaken(one)) return { ...taken, item }
      const conflicts = verdict === 'conflict' ? lastChanges(later.get(item.record_id) ?? [], changed) : []
      return { item, verdict, conflicts, used_by: [], ...(message && { message }) }
    }),
    ...(await undoEach(twofold, attempt)),
  ]
}

// The newest entries of the records that were deleted.
async function versionsOfDeleted(em: EntityManager, record_type: string, items: UndoItem[]) {
  const deleted = items.filter(({ action }) => action === 'restore').map(({ record_id }) => record_id)
  return deleted.length === 0
    ? new Map<number, number>()
    : readVersions(readInTransaction(em), record_type, deleted)
}
