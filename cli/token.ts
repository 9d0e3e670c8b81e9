import { type Command, Option } from 'commander'
import { issueToken } from '../src/access/issue-token.ts'
import { type PortfolioScope, portfolioScopes, StoredToken, Token } from '../src/access/token.ts'
import { transact } from '../src/database/unit-of-work.ts'
import { type Client, clients } from './agent-config.ts'
import { printResult } from './answer.ts'
import { name } from './argument.ts'
import { block, inWords } from './client-block.ts'
import { credentialCommands } from './credential.ts'
import { operator, withDatabase } from './open.ts'

type Create = { json?: true; agent: string; scope?: PortfolioScope[]; client?: Client }

/** `token create|list|revoke` */
export function tokenCommand(program: Command): void {
  const token = program.command('token').description('tokens of agents that work on the portfolio')
  token
    .command('create')
    .description('create a token and print it, this once')
    .requiredOption('--agent <name>', 'who will use it', name(StoredToken.shape.name))
    .addOption(
      new Option('--scope <scope...>', 'what it may do; both, unless given').choices(portfolioScopes),
    )
    .addOption(
      new Option('--client <client>', 'print the whole configuration for this client').choices(clients),
    )
    .action(create)
  credentialCommands(token, { prefix: 'pft', called: 'token', create: '--agent NAME' })
}

async function create({ agent, scope = [...portfolioScopes], client, ...options }: Create): Promise<void> {
  const abilities = portfolioScopes.filter((known) => scope.includes(known))
  const made = await withDatabase(async ({ orm }, { PUBLIC_URL }) => {
    const { token, secret } = await transact(orm, (em) =>
      issueToken(em, operator, { prefix: 'pft', name: agent, abilities }),
    )
    return { token: Token.parse(token), secret, configuration: client && block(client, PUBLIC_URL, secret) }
  })
  const environment = `PORTFOLIO_TOKEN=${made.secret}`
  const words = [`Token ${made.token.id} for ${agent}, shown this once:`, environment]
  if (made.configuration) words.push(inWords(made.configuration))
  printResult(options, { ...made, environment }, words.join('\n\n'))
}
