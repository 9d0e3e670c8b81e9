import type { Command } from 'commander'
import { listTokens, revokeToken } from '../src/access/issue-token.ts'
import type { Prefix } from '../src/access/secret.ts'
import { Token } from '../src/access/token.ts'
import { transact } from '../src/database/unit-of-work.ts'
import { PathId } from '../src/record/id.ts'
import { printResult } from './answer.ts'
import { argument } from './argument.ts'
import { withDatabase } from './open.ts'

type Json = { json?: true }

/** One kind of credential: what one is called, and how one is created. */
export type Kind = { prefix: Prefix; called: string; create: string }

/** `list` and `revoke` of one kind of credential, beside the `create` that is its own. */
export function credentialCommands(command: Command, { prefix, called, create }: Kind): void {
  const program = `portfolio-ops ${command.name()}`
  command.command('list').description(`list the ${called}s that are not revoked`).action(list)
  command
    .command('revoke')
    .description(`revoke a ${called}: the next request with it is refused`)
    .argument('<id>', 'its number in the list', argument(PathId, 'It must be a number of the list.'))
    .action(revoke)

  async function list(options: Json): Promise<void> {
    const tokens = await withDatabase(async ({ orm }) =>
      (await listTokens(orm.em.fork(), prefix)).map((token) => Token.parse(token)),
    )
    const lines = tokens.map(({ id, display, name, abilities, last_used_at }) =>
      [id, display, abilities.join('+'), `last used ${last_used_at ?? 'never'}`, name].join('  '),
    )
    const none = `There are no ${called}s: ${program} create ${create}`
    printResult(options, { [`${called}s`]: tokens }, lines.join('\n') || none)
  }

  async function revoke(id: number, options: Json): Promise<void> {
    const revoked = await withDatabase(({ orm }) => transact(orm, (em) => revokeToken(em, prefix, id)))
    if (!revoked)
      throw new Error(`There is no ${called} ${id} to revoke: "${program} list" lists those there are.`)
    const title = called.charAt(0).toUpperCase() + called.slice(1)
    printResult(options, { revoked: id }, `${title} ${id} is revoked.`)
  }
}
