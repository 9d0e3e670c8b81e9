import { isDeepStrictEqual } from 'node:util'
import type { Read } from '../../database/read.ts'
import { kinds } from '../kinds.ts'
import type { StoredProposal, Target } from './proposal.ts'

/** A field that others changed after it was proposed: its value then, the proposed one, and the value now. */
export type FieldConflict = { field: string; base: unknown; proposed: unknown; now: unknown }

/**
 * Returns the fields that a waiting proposal would change and whose values are no longer what they were. The fields of a
 * batch have the names of its errors, such as `operations.2.title`. With `lock` their records cannot change meanwhile.
 */
export async function readConflicts(
  read: Read,
  { targets, action, body }: Pick<StoredProposal, 'targets' | 'action' | 'body'>,
  { lock }: { lock: boolean },
): Promise<FieldConflict[]> {
  const conflicts: FieldConflict[] = []
  for (const [index, target] of targets.entries()) {
    if (target.id === null) continue
    const now = await readRow(read, { ...target, id: target.id }, lock)
    const sent = action === 'batch' ? bodyOf(body, index) : body
    const prefix = action === 'batch' ? `operations.${index}.` : ''
    for (const [field, { from, to }] of Object.entries(target.changes))
      if (isSent(sent, field) && !isDeepStrictEqual(now[field] ?? null, from ?? null))
        conflicts.push({ field: prefix + field, base: from, proposed: to, now: now[field] ?? null })
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

async function readRow(
  read: Read,
  { kind, id }: Pick<Target, 'kind'> & { id: number },
  lock: boolean,
): Promise<Record<string, unknown>> {
  const [found] = await read<{ row: Record<string, unknown> }>({
    text: `select to_jsonb(record) as row from ${kinds[kind].table} as record where id = $1${lock ? ' for update' : ''}`,
    values: [id],
  })
  return found?.row ?? {}
}
