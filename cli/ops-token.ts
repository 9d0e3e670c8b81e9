import type { Command } from 'commander'
import { transact } from '../src/database/transaction.ts'
import { findUser, revokeAllTokens } from '../src/people/user-administration.ts'
import { listUnrevokedUserTokens } from '../src/people/user-token.ts'
import { emailParser, idParser, withUserListHint } from './argument.ts'
import { revokeCredential } from './credential.ts'
import { operator, withMigratedDatabase } from './database.ts'
import { type JsonOption, printList, printResult } from './output.ts'

type Options = JsonOption & { user?: string }

const operationsToken = {
  prefix: 'ops',
  noun: 'token',
  commandName: 'portfolio-ops ops-token',
} as const

/** `ops-token list|revoke` */
export function opsTokenCommand(program: Command): void {
  const opsToken = program
    .command('ops-token')
    .description('manage the tokens of users for the operations API')
  opsToken
    .command('list')
    .description('list the operations tokens that are not revoked')
    .option('--user <email>', 'list only the tokens of this user', emailParser)
    .action(list)
  opsToken
    .command('revoke')
    .description(
      'revoke one operations token, or all of one user; requests that use a revoked token are rejected at once',
    )
    .argument('[id]', 'id of the token, as listed', idParser)
    .option('--user <email>', 'revoke all tokens of this user', emailParser)
    .action(revoke)
}

async function list({ user: email, ...options }: Options): Promise<void> {
  const tokens = await withUserListHint(() =>
    withMigratedDatabase(async ({ orm, read }) =>
      listUnrevokedUserTokens(
        read,
        email === undefined ? undefined : (await findUser(orm.em.fork(), { email })).id,
      ),
    ),
  )
  const rows = tokens.map(({ id, display, user, abilities, expires_at, last_used_at, name }) => [
    id,
    display,
    user.email,
    abilities.join('+'),
    `expires ${expires_at ?? 'never'}`,
    `last used ${last_used_at ?? 'never'}`,
    name,
  ])
  const owner = email === undefined ? '' : ` of ${email}`
  const none = `No operations tokens${owner}. A user creates one with POST /api/v1/auth/token.`
  printList(options, { tokens }, rows, none)
}

async function revoke(id: number | undefined, options: Options, command: Command): Promise<void> {
  if (id !== undefined && options.user === undefined) return revokeCredential(id, options, operationsToken)
  if (id === undefined && options.user !== undefined) return revokeAll(options.user, options)
  command.error('error: specify either the id of a token or --user <email>')
}

async function revokeAll(email: string, options: Options): Promise<void> {
  const revoked_tokens = await withUserListHint(() =>
    withMigratedDatabase(({ orm }) => transact(orm, (em) => revokeAllTokens(em, operator, { email }))),
  )
  printResult(options, { email, revoked_tokens }, `Revoked operations tokens of ${email}: ${revoked_tokens}.`)
}
