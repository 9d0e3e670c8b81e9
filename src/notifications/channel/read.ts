import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import type { StoredMessage } from '../../language/stored-phrase.ts'
import { notFound } from '../../record/fault.ts'
import { storedReason } from '../reason.ts'
import { isDue, isFree, type LastDelivery, lastOf, waitingOf } from '../receiver.ts'
import type { StoredChannel } from './channel.ts'

/** A channel without its secret. */
export type Channel = Pick<
  StoredChannel,
  'id' | 'name' | 'kind' | 'chat_id' | 'email' | 'language' | 'hour' | 'state' | 'created_at'
> & {
  state_reason: StoredMessage | null
  waiting: number
  last_delivery: LastDelivery | null
}

function selectChannels() {
  return db
    .selectFrom('channels as channel')
    .select([
      'channel.id',
      'channel.name',
      'channel.kind',
      'channel.chat_id',
      'channel.email',
      'channel.language',
      'channel.hour',
      'channel.state',
      storedReason('channel.state_reason').as('state_reason'),
      'channel.created_at',
      waitingOf('channel'),
      lastOf('channel'),
    ])
    .$castTo<Channel>()
}

const selectAll = statement('channels.list', {}, () => selectChannels().orderBy('channel.id'))
const selectOne = statement('channels.one', { id: 1 }, () =>
  selectChannels().where('channel.id', '=', param<number>('id')),
)

/** Returns all channels, the oldest first. */
export function listChannels(read: Read): Promise<Channel[]> {
  return read(selectAll({}))
}

/** Returns a channel. Throws `not_found`. */
export async function readChannel(read: Read, id: number): Promise<Channel> {
  const [channel] = await read(selectOne({ id }))
  if (!channel) throw notFound()
  return channel
}

const selectIdle = statement('channels.idle', {}, () =>
  db
    .selectFrom('channels as channel')
    .select([
      'id',
      'cursor',
      'cursor_at',
      'snapshot',
      'guards',
      'language',
      'hour',
      'digest_day',
      'failing_since',
      isDue('channel'),
    ])
    .select(sql<boolean>`coalesce(alerted_at < now() - interval '1 minute', true)`.as('may_alert'))
    .where(isFree)
    .orderBy('id'),
)

/** Returns the channels that are on and that no server sends to now. */
export function listIdleChannels(read: Read) {
  return read(selectIdle({}))
}
