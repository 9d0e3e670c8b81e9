import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { requireWriter } from '../../access/policy.ts'
import { readInTransaction } from '../../database/read.ts'
import { transact } from '../../database/transaction.ts'
import { write } from '../../journal/write.ts'
import { phrase } from '../../language/phrase.ts'
import { Fault } from '../../record/fault.ts'
import type { ImportResult } from './result.ts'
import { type OnProgress, previewFile } from './run.ts'
import { fileOf, readStagedImport } from './stage.ts'

/** Returns what the import of an uploaded file would do. It is computed once for each mapping. */
export async function previewImport(orm: MikroORM, actor: Actor, id: number): Promise<ImportResult> {
  requireWriter(actor)
  const { result } = await write(orm, actor, (em) => computePreview(em, actor, id), {
    dryRun: true,
    timeLimit: 'bulk',
  })
  const { mapping, preview, isStored } = result
  if (!isStored)
    await write(orm, actor, (em) =>
      sql`update staged_imports set preview = ${JSON.stringify(preview)}::jsonb
        where id = ${id} and mapping = ${JSON.stringify(mapping)}::jsonb and result is null`.execute(
        em.getKysely(),
      ),
    )
  return preview
}

async function computePreview(em: EntityManager, actor: Actor, id: number) {
  const staged = await readStagedImport(readInTransaction(em), actor, id)
  if (staged.result) throw new Fault('conflict', phrase('imports.alreadyImported'))
  const { preview, mapping } = staged
  if (preview) return { mapping, preview, isStored: true }
  return { mapping, preview: await previewFile(em, actor, fileOf(em, staged)), isStored: false }
}

/** Replaces the preview of an uploaded file by what its import would do. */
export async function replacePreview(
  em: EntityManager,
  actor: Actor,
  id: number,
  outcome: ImportResult,
): Promise<void> {
  requireWriter(actor)
  await sql`update staged_imports set preview = ${JSON.stringify(outcome)}::jsonb
    where id = ${id} and result is null`.execute(em.getKysely())
}

const intervalMs = 300

/**
 * Returns an `OnProgress` that stores the progress of an import in transactions of its own, so that any process can
 * show it.
 */
export function progressWriter(orm: MikroORM, id: number): OnProgress {
  let written = 0
  return async (lines) => {
    if (Date.now() - written < intervalMs) return
    written = Date.now()
    await transact(orm, (em) =>
      sql`update staged_imports set processed = ${lines} where id = ${id}`.execute(em.getKysely()),
    )
  }
}
