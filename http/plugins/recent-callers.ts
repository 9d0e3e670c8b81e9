import { RecentCallers } from '../../src/access/recent-callers.ts'
import { tokens } from '../../src/access/token.ts'
import { users } from '../../src/access/user.ts'
import { Listener } from '../../src/database/listener.ts'
import type { Server } from '../server.ts'

/**
 * Returns the memory of verified credentials. It is told of every change of a token or a user: by the triggers of
 * migration 0140, also if another process made it, and at once by this process.
 */
export function recentCallers(app: Server): RecentCallers {
  const callers = new RecentCallers(() => listener?.isCurrent() ?? false)
  const credentialsChanged = () => callers.credentialsChanged()
  let listener: Listener | undefined
  app.orm.em.getEventManager().registerSubscriber({
    getSubscribedEntities: () => [tokens, users],
    afterUpdate: credentialsChanged,
    afterDelete: credentialsChanged,
  })
  app.addHook('onReady', async () => {
    listener = new Listener({ orm: app.orm, channel: 'credentials', onNotification: credentialsChanged })
  })
  app.addHook('onClose', async () => listener?.close())
  return callers
}
