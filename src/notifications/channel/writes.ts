import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { requireAdministrator } from '../../access/policy.ts'
import { type Read, readInTransaction } from '../../database/read.ts'
import { readSnapshot } from '../../database/snapshot.ts'
import { readNewestChanges } from '../../journal/change-feed/feed.ts'
import { change, create, deleteRecord } from '../../journal/save.ts'
import { phrase } from '../../language/phrase.ts'
import { Fault, invalid } from '../../record/fault.ts'
import { addressFault } from '../../record/guarded-fetch.ts'
import { lockRecord, type Precondition } from '../../record/lock-record.ts'
import { fieldSubject, requiredField } from '../../record/validation/messages.ts'
import { digestClock } from '../digest/digest.ts'
import { stateReason } from '../reason.ts'
import type { NotificationSettings } from '../settings.ts'
import { alertTypes, failingGuards } from './alerts.ts'
import { type ChannelChange, channels, type NewChannel, telegramName } from './channel.ts'
import { sealChannelSecret } from './send.ts'

const maxChannels = 50

type Settings = Pick<NotificationSettings, 'key' | 'isLocal' | 'mail' | 'timeZone'>

/** Creates a channel, which reports what happens after its creation. */
export async function createChannel(
  em: EntityManager,
  actor: Actor,
  input: NewChannel,
  settings: Settings,
): Promise<{ id: number }> {
  requireAdministrator(actor)
  const { kind, hour = null, language } = input
  const { name, secret = null, ...receiver } = receiverOf(input, settings)
  if ((await em.count(channels)) >= maxChannels)
    throw new Fault('conflict', phrase('notifications.tooManyChannels', { count: maxChannels }))
  const { id } = await create(em, actor, channels, {
    kind,
    name,
    ...(language && { language }),
    hour,
    ...receiver,
    secret: secret === null ? null : sealChannelSecret(settings.key, secret),
    ...(await reportedUntilNow(readInTransaction(em), hour, settings.timeZone)),
  })
  return { id }
}

/** Changes where the messages of a channel go and the hour of its digest. It keeps a secret that is not sent. */
export async function changeChannel(
  em: EntityManager,
  actor: Actor,
  id: number,
  { hour = null, language, ...input }: ChannelChange,
  settings: Settings,
  precondition: Precondition,
): Promise<void> {
  requireAdministrator(actor)
  const channel = await lockRecord(em, channels, { id })
  await precondition()
  const { secret, ...receiver } = receiverOf({ kind: channel.kind, ...input }, settings, channel.name)
  const { digest_day } = hour === channel.hour ? channel : digestState(hour, settings.timeZone, channel)
  change(em, actor, channel, {
    ...receiver,
    ...(language && { language }),
    hour,
    digest_day,
    ...(secret !== undefined && { secret: sealChannelSecret(settings.key, secret) }),
  })
}

type Receiver = { name: string; secret?: string; chat_id?: string; email?: string }

// `present` is the name of a channel that has a secret, which it keeps unless another one is sent.
function receiverOf(
  { kind, bot_token, chat_id, url, email }: NewChannel,
  { mail, isLocal }: Settings,
  present?: string,
): Receiver {
  if (kind === 'telegram') {
    if (chat_id && (bot_token || present !== undefined))
      return { name: telegramName(chat_id), chat_id, ...(bot_token && { secret: bot_token }) }
    throw invalid({
      ...(!bot_token && present === undefined && { bot_token: requiredField('bot_token') }),
      ...(!chat_id && { chat_id: requiredField('chat_id') }),
    })
  }
  if (kind === 'slack') {
    if (!url && present !== undefined) return { name: present }
    if (!url) throw invalid({ url: requiredField('url') })
    const fault = addressFault(url, isLocal, fieldSubject('url'))
    if (fault) throw invalid({ url: fault })
    return { name: `Slack ${new URL(url).host}`, secret: url }
  }
  if (!email) throw invalid({ email: requiredField('email') })
  if (!mail) throw invalid({ kind: phrase('notifications.mailIsNeeded') })
  return { name: email, email }
}

/** Switches a channel on or off. One that is switched on reports what happens from then on. */
export async function switchChannel(
  em: EntityManager,
  actor: Actor,
  id: number,
  state: 'on' | 'off',
  timeZone: string,
): Promise<void> {
  requireAdministrator(actor)
  const channel = await lockRecord(em, channels, { id })
  if (channel.state === state) return
  const reported =
    state === 'on'
      ? { failing_since: null, ...(await reportedUntilNow(readInTransaction(em), channel.hour, timeZone)) }
      : {}
  change(em, actor, channel, { state, ...stateReason(null), ...reported }, `switched_${state}`)
}

/** Deletes a channel and its deliveries. */
export async function deleteChannel(em: EntityManager, actor: Actor, id: number): Promise<void> {
  requireAdministrator(actor)
  await deleteRecord(em, actor, await lockRecord(em, channels, { id }))
}

// Returns the state of a channel that has reported everything until now.
async function reportedUntilNow(read: Read, hour: number | null, timeZone: string) {
  const { next_cursor: cursor } = await readNewestChanges(read, alertTypes, { limit: 1 })
  return {
    cursor,
    cursor_at: new Date().toISOString(),
    snapshot: await readSnapshot(read),
    guards: [...(await failingGuards(read)).keys()],
    ...digestState(hour, timeZone, { digest_day: null }),
  }
}

// Returns the day of the last digest for another hour. The digest of today is sent during its hour, not after it.
function digestState(
  hour: number | null,
  timeZone: string,
  { digest_day }: { digest_day: string | null },
): { digest_day: string | null } {
  const { day, hour: now } = digestClock(timeZone)
  return { digest_day: hour !== null && now > hour ? day : digest_day }
}
