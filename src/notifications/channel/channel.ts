import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { languageNames } from '../../access/user.ts'
import { baseFields, Timestamp } from '../../record/base-fields.ts'
import { dayColumn, timestampColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { email } from '../../record/rules/email.ts'
import { choiceOf, type Enumeration, enumOf, values } from '../../record/rules/enumeration.ts'
import { httpUrl } from '../../record/rules/http-url.ts'
import { integer } from '../../record/rules/integer.ts'
import { withoutCredentials } from '../../record/rules/prose.ts'
import { nullable } from '../../record/rules/rule.ts'
import { text, textMatching } from '../../record/rules/text.ts'
import { phraseColumn } from '../reason.ts'

/** The kinds of channels. */
export const channelKinds = {
  telegram: { en: ['Telegram'], ru: ['Telegram'] },
  slack: { en: ['Slack'], ru: ['Slack'] },
  email: { en: ['Email'], ru: ['Почта'] },
} as const satisfies Enumeration

/** The states of a channel. The server pauses one when a backup is restored. */
const channelStates = {
  on: { en: ['On'], ru: ['Включён'] },
  off: { en: ['Off'], ru: ['Выключен'] },
  paused: { en: ['Paused'], ru: ['На паузе'] },
} as const satisfies Enumeration

const fields = {
  ...baseFields,
  // Derived from where the messages go, without secrets.
  name: field(z.string(), p.text()),
  kind: field(enumOf(channelKinds), p.enum(values(channelKinds))),
  chat_id: field(nullable(withoutCredentials(text(100))), p.text().strictNullable().default(null)),
  email: field(nullable(email), p.text().strictNullable().default(null)),
  // The token of a Telegram bot, or the address of a Slack webhook.
  secret: field(z.string().nullable(), p.text().strictNullable().default(null).hidden()),
  language: field(enumOf(languageNames), p.enum(values(languageNames)).default('en')),
  hour: field(nullable(integer(0, 23)), p.integer().strictNullable().default(null)),
  state: field(choiceOf(channelStates), p.enum(values(channelStates)).default('on')),
  state_reason: field(z.string().nullable(), p.text().strictNullable().default(null)),
  state_reason_phrase: phraseColumn(),
  // What was told already: the position in the change feed and the moment of the start, the guards that fail, and the day of the last digest.
  cursor: field(z.string(), p.text().hidden()),
  cursor_at: field(Timestamp, timestampColumn().defaultRaw('now()').hidden()),
  snapshot: field(z.string().nullable(), p.text().strictNullable().default(null).hidden()),
  guards: field(z.array(z.string()), p.json<string[]>().defaultRaw(`'[]'`).hidden()),
  alerted_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null).hidden()),
  digest_day: field(z.string().nullable(), dayColumn().strictNullable().default(null).hidden()),
  failing_since: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null).hidden()),
  // The server that sends now, and until when no other one does.
  sender: field(z.string().nullable(), p.text().strictNullable().default(null).hidden()),
  sender_until: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null).hidden()),
}

/** A channel: a chat or an address where people are told what needs them. */
export const channels = defineEntity({
  name: 'channel',
  tableName: 'channels',
  properties: columns(fields),
})
const StoredChannel = z.object(rules(fields))
export type StoredChannel = z.output<typeof StoredChannel>

declare module '../../database/tables.ts' {
  interface Tables {
    channels: StoredChannel
  }
}

/** Returns the name of a channel that is a chat of Telegram. */
export function telegramName(chat_id: string): string {
  return `Telegram ${chat_id}`
}

/** The input of a new channel. Which of its fields are required depends on the kind. */
export const NewChannel = z.object({
  kind: StoredChannel.shape.kind,
  // The token of a bot, as BotFather shows it.
  bot_token: nullable(textMatching(255, /^[\w:-]+$/)).optional(),
  chat_id: StoredChannel.shape.chat_id.optional(),
  // The address of an incoming webhook of Slack.
  url: nullable(httpUrl).optional(),
  email: StoredChannel.shape.email.optional(),
  language: StoredChannel.shape.language.optional(),
  hour: StoredChannel.shape.hour.optional(),
})
export type NewChannel = z.output<typeof NewChannel>

/** The input of a changed channel, whose kind is fixed. It keeps a secret that is not sent. */
export const ChannelChange = NewChannel.omit({ kind: true })
export type ChannelChange = z.output<typeof ChannelChange>
