import type { MikroORM } from '@mikro-orm/postgresql'
import { Listener } from '../database/listener.ts'
import { tokens } from './token.ts'
import { users } from './user.ts'

/**
 * Calls `onChange` for each change that may end a credential: before it is committed if this process makes it, and on
 * the notification of a trigger (migration 0002) if another one did.
 */
export function watchCredentials(orm: MikroORM, onChange: () => void): Listener {
  orm.em.getEventManager().registerSubscriber({
    getSubscribedEntities: () => [tokens, users],
    afterUpdate: onChange,
    afterDelete: onChange,
  })
  return new Listener({ orm, channel: 'credentials', sender: 'notify_credentials', onNotification: onChange })
}
