import { randomBytes } from 'node:crypto'
import type { EntityManager } from '../../../src/database/transaction.ts'
import {
  createWebhook,
  deleteWebhook,
  renewSecret,
  switchWebhook,
} from '../../../src/notifications/change-webhook.ts'
import { createTest, requireRepeatable } from '../../../src/notifications/send-again.ts'
import { operator } from '../people.ts'
import type { WriteCases } from './write-case.ts'

const settings = { key: randomBytes(32), isLocal: false }
const input = { url: 'https://hooks.example.com', events: ['*'] }

const webhook = async (em: EntityManager) => (await createWebhook(em, operator, input, settings)).id

/** Webhooks and their deliveries. */
export const notificationCases: WriteCases = {
  admins: {
    createWebhook: (em, actor) => createWebhook(em, actor, input, settings),
    switchWebhook: async (em, actor) => switchWebhook(em, actor, await webhook(em), 'off'),
    renewSecret: async (em, actor) => renewSecret(em, actor, await webhook(em), settings),
    deleteWebhook: async (em, actor) => deleteWebhook(em, actor, await webhook(em)),
    createTest: async (em, actor) => createTest(em, actor, await webhook(em), 'https://ops.test'),
    requireRepeatable: async (em, actor) =>
      requireRepeatable(em, actor, await createTest(em, operator, await webhook(em), 'https://ops.test')),
  },
}
