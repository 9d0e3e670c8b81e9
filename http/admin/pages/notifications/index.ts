import type { Server } from '../../../server/server.ts'
import { creationRoutes } from './create.ts'
import { deliveryPages } from './deliveries.ts'
import { receiverRoutes } from './receivers.ts'
import { showNotifications } from './show.ts'

/** Registers the pages of webhooks and channels, for admins. */
export async function notificationPages(app: Server): Promise<void> {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: 'admin' }
  })
  app.get('/notifications', (request, reply) => showNotifications(request, reply))
  creationRoutes(app)
  receiverRoutes(app)
  deliveryPages(app)
}
