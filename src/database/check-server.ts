import { sql } from 'kysely'
import type { Read } from './read.ts'
import { statement, tables } from './statement.ts'

const oldest = 15

/** What a database says of itself. */
export type ServerInfo = { version: string; encoding: string }

const server = statement((_: Record<string, never>) =>
  tables<Record<string, never>>().selectNoFrom([
    sql<string>`current_setting('server_version')`.as('version'),
    sql<string>`current_setting('server_encoding')`.as('encoding'),
  ]),
)

/**
 * Asks the database who it is.
 *
 * @throws Error in one line that says what to do, if it does not answer, refuses us, or is too old
 */
export async function checkServer(read: Read, url: string): Promise<ServerInfo> {
  const { host } = new URL(url)
  const [found] = await read(server({})).catch((cause: Error) => {
    throw new Error(
      `The database at ${host} cannot be used: ${reason(cause)}. Start it, or correct DATABASE_URL.`,
      {
        cause,
      },
    )
  })
  if (!found) throw new Error('a SELECT without FROM gave no row')
  if (Number.parseInt(found.version, 10) < oldest)
    throw new Error(
      `PostgreSQL at ${host} is ${found.version}: set DATABASE_URL to a server of version ${oldest} or later.`,
    )
  return found
}

/** Whether searches in it find letters of every script in either case. Ask it only of an UTF8 one. */
export async function supportsUnicodeCase(read: Read): Promise<boolean> {
  const [found] = await read(letters({}))
  return found?.known ?? false
}

const letters = statement((_: Record<string, never>) =>
  tables<Record<string, never>>().selectNoFrom(sql<boolean>`lower('СКАНЕР') = 'сканер'`.as('known')),
)

// A name with several addresses fails with several errors, and no words of its own.
function reason({ message, code }: Error & { code?: string }): string {
  return /timeout|terminated/i.test(message) ? 'it does not answer in time' : message || `${code}`
}
