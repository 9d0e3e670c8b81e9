import type pg from 'pg'
import type { Header } from '../database/backup/header.ts'

const reason =
  'A backup was restored, and this server may be a copy. Switch it on if this server is to send, otherwise off.'

/**
 * Pauses the webhooks and channels of a restored backup, which the original server may still send to. A channel of an
 * earlier version cannot be paused, so it is switched off.
 */
export async function pauseRestored(client: pg.Client, { tables }: Pick<Header, 'tables'>): Promise<void> {
  for (const { name, columns } of tables)
    if (name === 'webhooks' || (name === 'channels' && columns.includes('state_reason')))
      await client.query(`update ${name} set state = 'paused', state_reason = $1 where state <> 'off'`, [
        reason,
      ])
    else if (name === 'channels') await client.query(`update channels set state = 'off'`)
}
