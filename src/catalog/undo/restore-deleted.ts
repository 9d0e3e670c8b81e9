import { type EntitySchema, LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { lock } from '../../database/lock.ts'
import { readInTransaction } from '../../database/read.ts'
import type { ActivityEntry } from '../../journal/activity.ts'
import { readCreation } from '../../journal/record-history.ts'
import { restoreRecord, undelete } from '../../journal/restore.ts'
import type { Journaled } from '../../journal/save.ts'
import { type Phrase, phrase } from '../../language/phrase.ts'
import { Fault, notFound } from '../../record/fault.ts'
import { type CatalogEntry, recordCatalog } from '../record-catalog.ts'
import { recordKey } from '../record-titles.ts'
import { readVersion } from '../shown-version.ts'
import { recordWrites } from './record-writes.ts'

/** How many days after its deletion a record can be restored. */
export const restorableDays = 30

/** A deletion, as history has it. */
export type Deletion = Pick<ActivityEntry, 'id' | 'record_type' | 'record_id' | 'changes' | 'created_at'>

type Deleted = Journaled & { deleted_at: string | null }

/** Returns whether a deletion is of a kind that can be restored, and young enough. */
export function canRestore({
  record_type,
  changes,
  created_at,
}: Omit<Deletion, 'id' | 'record_id'>): boolean {
  const kind = recordCatalog.get(record_type)
  if (!kind || !recordWrites.get(record_type)?.remove) return false
  return isKept(created_at) && (kind.softDeleted || Object.keys(changes).length > 0)
}

/**
 * Restores a deleted record with its id. One whose row was deleted gets the values that history keeps.
 *
 * @throws Fault `conflict` if the deletion is too old or not the latest, or if a record that it references is deleted;
 * the violated constraint of a name that is taken
 */
export async function restoreDeleted(em: EntityManager, actor: Actor, deletion: Deletion): Promise<void> {
  await lock(em, `restore.${recordKey(deletion)}`)
  const refusal = refusalToRestore(deletion, await readVersion(readInTransaction(em), deletion))
  const { record_type, record_id } = deletion
  const kind = recordCatalog.get(record_type)
  if (!kind || refusal) throw new Fault('conflict', refusal)
  if (kind.softDeleted) {
    const record = (await em.findOne(
      kind.entity,
      { id: record_id },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    )) as Deleted | null
    if (!record) throw notFound()
    await requireReferences(em, kind, record)
    undelete(em, actor, record)
    await em.flush()
    return
  }
  const values = deletedValues(deletion)
  await requireReferences(em, kind, values)
  const creation = await readCreation(readInTransaction(em), { record_type, record_id })
  const { created_at, actor: created_by } = creation ?? { created_at: deletion.created_at, actor: actor.by }
  await restoreRecord(em, actor, kind.entity, { ...values, id: record_id, created_at, created_by })
}

/** Returns why a deletion cannot be taken back. Undefined if it can. `newest` is the newest entry of its record. */
export function refusalToRestore(deletion: Deletion, newest: number | undefined): Phrase | undefined {
  if (!canRestore(deletion)) return impossible(deletion)
  return newest === deletion.id ? undefined : phrase('refusal.restoredSince')
}

/** Returns the values of a record whose row was deleted. */
export function deletedValues({ changes }: Deletion): Record<string, unknown> {
  return Object.fromEntries(Object.entries(changes).map(([name, { from }]) => [name, from]))
}

function isKept(created_at: string): boolean {
  return Date.parse(created_at) > Date.now() - restorableDays * 86_400_000
}

function impossible({ created_at }: Deletion): Phrase {
  return isKept(created_at)
    ? phrase('refusal.valuesNotKept')
    : phrase('refusal.deletedLongAgo', { days: restorableDays })
}

// The database checks rows that were deleted. Here are those that are marked as deleted.
async function requireReferences(em: EntityManager, { entity }: CatalogEntry, values: object): Promise<void> {
  for (const [name, { kind, entity: target }] of Object.entries(entity.meta.properties)) {
    const id = (values as Record<string, unknown>)[name]
    if (kind !== 'm:1' || id == null) continue
    const { className } = (target() as EntitySchema).meta
    const referenced = recordCatalog.get(className)
    if (!referenced?.softDeleted) continue
    const found = (await em.findOne(
      referenced.entity,
      { id },
      { lockMode: LockMode.PESSIMISTIC_READ },
    )) as Record<string, unknown> | null
    if (found && found.deleted_at === null) continue
    const owner = className.replaceAll('_', ' ')
    throw new Fault(
      'conflict',
      found
        ? phrase('refusal.namedOwnerIsDeleted', { kind: owner, title: String(found[referenced.title]) })
        : phrase('refusal.ownerIsDeleted', { kind: owner }),
    )
  }
}
