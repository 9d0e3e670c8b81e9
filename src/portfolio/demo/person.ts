import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { users } from '../../access/user.ts'

/**
 * Returns the person who judges, decides and sets back in the demo data: the caller, or the first active admin. A database
 * without users gets none, since the first start creates its admin. Then the person has a name but no account.
 */
export async function demoPerson(em: EntityManager, caller: Actor): Promise<Actor> {
  if (caller.person) return caller
  const admin = await em.findOne(users, { role: 'admin', status: 'active' }, { orderBy: { id: 1 } })
  const { id, name } = admin ?? { id: null, name: 'Anna' }
  return {
    by: { type: 'user', id, name },
    credential: `user:${id}`,
    person: { id: id ?? 0, name, role: 'admin', status: 'active' },
    surface: 'admin',
    request_id: null,
  }
}
