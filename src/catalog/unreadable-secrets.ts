import { sql } from 'kysely'
import { anotherKey, type Purpose, unseal } from '../access/sealed.ts'
import type { Read } from '../database/read.ts'
import { statement } from '../database/statement.ts'

/** Returns how many of the secrets that the service has stored a key cannot decrypt. */
export async function countUnreadableSecrets(read: Read, key: Buffer): Promise<number> {
  return (await read(selectSealed({}))).filter(({ purpose, sealed }) => !isReadable(key, purpose, sealed))
    .length
}

/** Throws `unavailable` if a key cannot decrypt every stored secret. */
export async function requireReadableSecrets(read: Read, key: Buffer): Promise<void> {
  if ((await countUnreadableSecrets(read, key)) > 0) throw anotherKey()
}

function isReadable(key: Buffer, purpose: Purpose, sealed: string): boolean {
  try {
    unseal(key, purpose, sealed)
    return true
  } catch {
    return false
  }
}

// The secrets of OAuth clients have the key of the keys of the OAuth server.
const selectSealed = statement(
  'secrets.sealed',
  {},
  () => sql<{ purpose: Purpose; sealed: string }>`
      select 'oauth' as purpose, payload->>'sealed' as sealed from oauth_records where model = 'Keys'
      union all
      select 'webhook', secret from webhooks
      union all
      select 'channel', secret from channels where secret is not null`,
)
