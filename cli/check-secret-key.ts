import { countUnreadableSecrets } from '../src/catalog/unreadable-secrets.ts'
import type { Config } from '../src/config/config.ts'
import { secretKey } from '../src/config/secret-key.ts'
import type { Read } from '../src/database/read.ts'

/** Checks that the key of the service decrypts the secrets that are stored. */
export async function checkSecretKey(read: Read, config: Config): Promise<[true, string]> {
  const key = secretKey(config)
  if (!key) return [true, 'DATABASE_URL is set without SECRET_KEY; no secret is stored']
  const unreadable = await countUnreadableSecrets(read, key)
  if (unreadable > 0)
    throw new Error(
      `SECRET_KEY cannot decrypt ${unreadable} of the stored secrets, so what needs the key answers 503. Set the key that encrypted them, or see "A lost key" in docs/operations.md.`,
    )
  return [true, 'decrypts every stored secret']
}
