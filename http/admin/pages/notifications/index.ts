import type { Server } from '../../../server/server.ts'
import { deliveryPages } from './deliveries.ts'
import { showNotifications } from './show.ts'
import { webhookRoutes } from './webhooks.ts'

/** Registers the pages of webhooks, for admins. */
export async function notificationPages(app: Server): Promise<void> {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: 'admin' }
  })
  app.get('/notifications', (request, reply) => showNotifications(request, reply))
  webhookRoutes(app)
  deliveryPages(app)
}
