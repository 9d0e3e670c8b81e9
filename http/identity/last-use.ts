import { LastUseTracker } from '../../src/access/last-use-tracker.ts'
import type { Server } from '../server/server.ts'

/** Returns a tracker that records when a credential was last used, and closes with the server. */
export function lastUseTracker(app: Server): LastUseTracker {
  const tracker = new LastUseTracker(app.orm)
  app.addHook('onClose', () => tracker.close())
  return tracker
}
