import type { FastifyRequest } from 'fastify'
import { revertChange } from '../../../src/catalog/revert-change.ts'
import { readVersion } from '../../../src/catalog/shown-version.ts'
import { undoActionOf, undoEntry } from '../../../src/catalog/undo/undo-entry.ts'
import type { ActivityEntry } from '../../../src/journal/activity.ts'
import { adminWrite } from '../request/write.ts'

/** Undoes one change without further questions: sets its fields back, or withdraws or restores its record. */
export async function undoChange(request: FastifyRequest, entry: ActivityEntry): Promise<void> {
  const version = await readVersion(request.server.read, entry)
  await adminWrite(request, async (em, actor) => {
    if (undoActionOf(entry) === 'revert') await revertChange(em, actor, entry.id, { version, ticked: [] })
    else await undoEntry(em, actor, entry.id, version)
  })
}
