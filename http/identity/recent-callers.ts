import { RecentCallers } from '../../src/access/recent-callers.ts'
import { watchCredentials } from '../../src/access/watch-credentials.ts'
import type { Server } from '../server/server.ts'

/** Returns the cache of verified credentials, which is invalidated when a credential changes. */
export function recentCallers(app: Server): RecentCallers {
  let watch: ReturnType<typeof watchCredentials> | undefined
  const callers = new RecentCallers(() => watch?.isCurrent() ?? false)
  app.addHook('onReady', async () => {
    watch = watchCredentials(app.orm, () => callers.credentialsChanged())
  })
  app.addHook('onClose', async () => watch?.close())
  return callers
}
