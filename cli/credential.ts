import type { Command } from 'commander'
import { listTokens, Token } from '../src/access/token.ts'
import { transact } from '../src/database/transaction.ts'
import { revokeToken } from '../src/people/token-revocation.ts'
import type { Prefix } from '../src/record/token-format.ts'
import { idParser } from './argument.ts'
import { operator, withMigratedDatabase } from './database.ts'
import { type JsonOption, printList, printResult } from './output.ts'

/** A kind of credential: its prefix, its noun in messages, and the required options to create one. */
export type CredentialKind = { prefix: Prefix; noun: string; createOptions: string }

/** Adds the commands `list` and `revoke` for one kind of credential. */
export function credentialCommands(command: Command, { prefix, noun, createOptions }: CredentialKind): void {
  const commandName = `portfolio-ops ${command.name()}`
  command.command('list').description(`list the ${noun}s that are not revoked`).action(list)
  command
    .command('revoke')
    .description(`revoke a ${noun}; requests that use it are rejected at once`)
    .argument('<id>', `id of the ${noun}, as listed`, idParser)
    .action((id: number, options: JsonOption) => revokeCredential(id, options, { prefix, noun, commandName }))

  async function list(options: JsonOption): Promise<void> {
    const tokens = await withMigratedDatabase(async ({ orm }) =>
      (await listTokens(orm.em.fork(), prefix)).map((token) => Token.parse(token)),
    )
    const rows = tokens.map(({ id, display, name, abilities, last_used_at }) => [
      id,
      display,
      abilities.join('+'),
      `last used ${last_used_at ?? 'never'}`,
      name,
    ])
    const none = `No ${noun}s. Create one with "${commandName} create ${createOptions}".`
    printList(options, { [`${noun}s`]: tokens }, rows, none)
  }
}

/** Revokes a credential and prints a confirmation. Throws if it does not exist or is already revoked. */
export async function revokeCredential(
  id: number,
  options: JsonOption,
  { prefix, noun, commandName }: Pick<CredentialKind, 'prefix' | 'noun'> & { commandName: string },
): Promise<void> {
  const title = noun.charAt(0).toUpperCase() + noun.slice(1)
  const revoked = await withMigratedDatabase(({ orm }) =>
    transact(orm, (em) => revokeToken(em, operator, prefix, id)),
  )
  if (!revoked)
    throw new Error(
      `${title} ${id} does not exist or is already revoked. Run "${commandName} list" to see all ${noun}s.`,
    )
  printResult(options, { revoked: id }, `${title} ${id} revoked.`)
}
