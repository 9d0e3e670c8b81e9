import fastifyPlugin from 'fastify-plugin'
import { Counter, Gauge } from 'prom-client'
import { limitedCheck } from '../src/database/limited-check.ts'
import { oldestWaiting } from '../src/notifications/delivery/read.ts'
import type { Links } from '../src/notifications/event/payload.ts'
import type { NotificationSettings } from '../src/notifications/settings.ts'
import { digest } from '../src/record/token-format.ts'
import { pagePath } from './admin/record/address.ts'
import type { Server } from './server/server.ts'

const timeoutMs = 1000

declare module 'fastify' {
  interface FastifyInstance {
    /** The settings of webhooks and channels. Undefined without a secret key: then nothing is sent. */
    notifications: NotificationSettings | undefined
    /** The links to pages that notifications and events contain. */
    links: Links
  }
}

/** Adds the settings of notifications and their metrics. */
export const notifications = fastifyPlugin(
  async (app: Server, { secretKey: key }: { secretKey?: Buffer | undefined }) => {
    const { config, metrics } = app
    const links = { publicUrl: () => config.PUBLIC_URL, pagePath }
    app.decorate('links', links)
    if (!key) {
      app.decorate('notifications', undefined)
      return
    }
    const registers = [metrics]
    const { SMTP_URL, MAIL_FROM } = config
    const attempts = new Counter({
      name: 'notification_deliveries_total',
      help: 'Attempts to deliver a notification, by receiver and result (delivered or failed)',
      labelNames: ['receiver', 'result'],
      registers,
    })
    app.decorate('notifications', {
      key,
      environmentDigests: config.PORTFOLIO_TOKENS.map(digest),
      ...links,
      isLocal: config.isLocal,
      telegramUrl: config.TELEGRAM_API_URL.replace(/\/$/, ''),
      mail: SMTP_URL && MAIL_FROM ? { url: SMTP_URL, from: MAIL_FROM } : undefined,
      timeZone: config.TIME_ZONE,
      count: (receiver, result) => attempts.inc({ receiver, result }),
    })
    const measureOldest = limitedCheck(() => oldestWaiting(app.read).catch(() => undefined), timeoutMs)
    new Gauge({
      name: 'notification_oldest_waiting_seconds',
      help: 'Age of the oldest delivery that waits for a webhook which is not switched off, otherwise 0',
      registers,
      async collect() {
        const seconds = await measureOldest()
        if (seconds === undefined) this.remove()
        else this.set(seconds)
      },
    })
  },
  { name: 'notifications', dependencies: ['metrics'] },
)
