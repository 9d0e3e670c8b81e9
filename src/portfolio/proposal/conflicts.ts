import { isDeepStrictEqual } from 'node:util'
import type { Read } from '../../database/read.ts'
import { type KindName, kinds } from '../kinds.ts'
import type { StoredProposal, Target } from './proposal.ts'

/** A field that others changed after it was proposed: its value then, the proposed one, and the value now. */
export type FieldConflict = { field: string; base: unknown; proposed: unknown; now: unknown }

/** The columns of records as they are now, by the key of `presentKey`. */
export type PresentRows = ReadonlyMap<string, Record<string, unknown>>

/** Returns the key of a record among the present rows. */
export function presentKey({ kind, id }: Pick<Target, 'kind' | 'id'>): string {
  return `${kind}:${id}`
}

/**
 * Returns the fields that a waiting proposal would change and whose values are no longer what they were. The fields of a
 * batch have the names of its errors, such as `operations.2.title`. With `lock` their records cannot change meanwhile.
 */
export async function readConflicts(
  read: Read,
  proposal: Pick<StoredProposal, 'targets' | 'action' | 'body'>,
  { lock }: { lock: boolean },
): Promise<FieldConflict[]> {
  return conflictsOf(proposal, await readPresentRows(read, proposal.targets, { lock }))
}

/** Returns the rows of the records that proposals would change, by one statement for each kind. */
export async function readPresentRows(
  read: Read,
  targets: readonly Target[],
  { lock }: { lock: boolean },
): Promise<PresentRows> {
  const rows = new Map<string, Record<string, unknown>>()
  const ofKinds = Map.groupBy(targets, ({ kind }) => kind)
  for (const [kind, ofKind] of ofKinds) {
    const ids = [...new Set(ofKind.flatMap(({ id }) => id ?? []))]
    for (const row of ids.length > 0 ? await readRows(read, kind, ids, lock) : [])
      rows.set(presentKey({ kind, id: row.id as number }), row)
  }
  return rows
}

/** Returns the conflicts of a proposal with the present rows of its records. */
export function conflictsOf(
  { targets, action, body }: Pick<StoredProposal, 'targets' | 'action' | 'body'>,
  present: PresentRows,
): FieldConflict[] {
  const conflicts: FieldConflict[] = []
  const compared = new Set<string>()
  for (const [index, target] of targets.entries()) {
    if (target.id === null) continue
    const now = present.get(presentKey(target)) ?? {}
    const sent = action === 'batch' ? bodyOf(body, index) : body
    const prefix = action === 'batch' ? `operations.${index}.` : ''
    for (const [field, { from, to }] of Object.entries(target.changes)) {
      // A later operation of a batch begins with the value that an earlier one gives the field.
      const key = `${presentKey(target)}.${field}`
      if (compared.has(key) || !isSent(sent, field)) continue
      compared.add(key)
      if (!isDeepStrictEqual(now[field] ?? null, from ?? null))
        conflicts.push({ field: prefix + field, base: from, proposed: to, now: now[field] ?? null })
    }
  }
  return conflicts
}

// A field that the server derives, such as `resolved_at`, follows from those that were sent.
function isSent(body: Record<string, unknown>, field: string): boolean {
  return field in body || field.replace(/_id$/, '_slug') in body || field.replace(/_slug$/, '_id') in body
}

function bodyOf(batch: Record<string, unknown>, index: number): Record<string, unknown> {
  const { operations = [] } = batch as { operations?: { body?: Record<string, unknown> }[] }
  return operations[index]?.body ?? {}
}

// Locked in the order of their ids, so that two approvals of the same records do not deadlock.
async function readRows(read: Read, kind: KindName, ids: number[], lock: boolean) {
  const found = await read<{ row: Record<string, unknown> }>({
    text: `select to_jsonb(record) as row from ${kinds[kind].table} as record where id = any($1)
      order by id${lock ? ' for update' : ''}`,
    values: [ids],
  })
  return found.map(({ row }) => row)
}
