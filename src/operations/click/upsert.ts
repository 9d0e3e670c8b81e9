import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { referenceChecker } from '../../record/reference-checker.ts'
import { applications } from '../application/application.ts'
import { companies } from '../company/company.ts'
import type { Click, NewClick } from './click.ts'
import { readClick } from './read.ts'
import { storeClick } from './upsert-rows.ts'

const checkReferences = referenceChecker({ app_id: applications, company_id: companies })

/** Creates the clicks of one day, or replaces the stored row if there is one. */
export async function upsertClick(
  em: EntityManager,
  actor: Actor,
  row: NewClick,
): Promise<{ created: boolean; data: Click }> {
  await checkReferences(em, row)
  const stored = await storeClick(em, actor, row)
  return { created: stored?.created ?? false, data: stored ?? (await readClick(readInTransaction(em), row)) }
}
