import { randomBytes } from 'node:crypto'
import type { EntityManager } from '../../../src/database/transaction.ts'
import {
  changeChannel,
  createChannel,
  deleteChannel,
  switchChannel,
} from '../../../src/notifications/channel/writes.ts'
import {
  createChannelTest,
  createWebhookTest,
  requireRepeatable,
} from '../../../src/notifications/delivery/writes.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  renewSecret,
  switchWebhook,
} from '../../../src/notifications/webhook/writes.ts'
import { operator } from '../people.ts'
import type { WriteCases } from './write-case.ts'

const url = 'https://ops.test'
const settings = { key: randomBytes(32), isLocal: false, mail: undefined, timeZone: 'UTC' }
const chat = { kind: 'telegram', bot_token: '1:a', chat_id: '2' } as const
const input = { url: 'https://hooks.example.com', events: ['*'] }

const webhook = async (em: EntityManager) => (await createWebhook(em, operator, input, settings)).id
const channel = async (em: EntityManager) => (await createChannel(em, operator, chat, settings)).id

/** Webhooks, channels and their deliveries. */
export const notificationCases: WriteCases = {
  admins: {
    createWebhook: (em, actor) => createWebhook(em, actor, input, settings),
    changeWebhook: async (em, actor) =>
      changeWebhook(em, actor, await webhook(em), input, settings, async () => undefined),
    switchWebhook: async (em, actor) => switchWebhook(em, actor, await webhook(em), 'off'),
    renewSecret: async (em, actor) => renewSecret(em, actor, await webhook(em), settings),
    deleteWebhook: async (em, actor) => deleteWebhook(em, actor, await webhook(em)),
    createWebhookTest: async (em, actor) => createWebhookTest(em, actor, await webhook(em), url),
    requireRepeatable: async (em, actor) =>
      requireRepeatable(em, actor, await createWebhookTest(em, operator, await webhook(em), url)),
    createChannel: (em, actor) => createChannel(em, actor, chat, settings),
    changeChannel: async (em, actor) =>
      changeChannel(em, actor, await channel(em), { chat_id: '3' }, settings, async () => undefined),
    switchChannel: async (em, actor) => switchChannel(em, actor, await channel(em), 'off', 'UTC'),
    deleteChannel: async (em, actor) => deleteChannel(em, actor, await channel(em)),
    createChannelTest: async (em, actor) => createChannelTest(em, actor, await channel(em), url),
  },
}
