import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { within } from '../../database/read.ts'
import { invalid } from '../../record/fault.ts'
import type { Click, NewClick } from './click.ts'
import { knownOwners } from './owners.ts'
import { readClick } from './read.ts'
import { storeClick } from './store.ts'

/** Takes in the clicks of a day: new, or in place of what was known. */
export async function recordClick(
  em: EntityManager,
  actor: Actor,
  row: NewClick,
): Promise<{ created: boolean; data: Click }> {
  const { apps, companies } = await knownOwners(em, [row])
  const errors = {
    ...(!apps.has(row.app_id) && { app_id: 'The selected app id is invalid.' }),
    ...(!companies.has(row.company_id) && { company_id: 'The selected company id is invalid.' }),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const stored = await storeClick(em, actor, row)
  return { created: stored?.created ?? false, data: stored ?? (await readClick(within(em), row)) }
}
