import { type Command, InvalidArgumentError, Option } from 'commander'
import { issueToken, StoredToken, Token } from '../src/access/token.ts'
import { type PortfolioScope, portfolioScopes, usualPortfolioScopes } from '../src/access/token-kinds.ts'
import { type Client, clients, configurationFor, shellExports } from '../src/config/agent-config.ts'
import { transact } from '../src/database/transaction.ts'
import { type ApiName, apiNames } from '../src/portfolio/kinds.ts'
import { nameParser } from './argument.ts'
import { exportsBlock, formatConfigBlock } from './config-block.ts'
import { credentialCommands } from './credential.ts'
import { operator, withMigratedDatabase } from './database.ts'
import { type JsonOption, printResult } from './output.ts'

type CreateOptions = JsonOption & {
  agent: string
  scope?: PortfolioScope[]
  direct?: string[]
  client?: Client
}

/** `token create|list|revoke` */
export function tokenCommand(program: Command): void {
  const token = program.command('token').description('manage tokens for agents that work with the portfolio')
  token
    .command('create')
    .description('create a token and print it; it is shown only once')
    .requiredOption(
      '--agent <name>',
      'name of the agent that uses the token',
      nameParser(StoredToken.shape.name),
    )
    .addOption(
      new Option('--scope <scope...>', 'what the token can do; default: read and write').choices(
        portfolioScopes,
      ),
    )
    .addOption(
      new Option(
        '--direct <kinds>',
        'kinds of records, separated by commas, that a token which proposes writes at once',
      ).argParser(kindsParser),
    )
    .addOption(
      new Option('--client <client>', 'also print the complete configuration of this client').choices(
        clients,
      ),
    )
    .action(create)
  credentialCommands(token, { prefix: 'pft', noun: 'token', createOptions: '--agent NAME' })
}

async function create({
  agent,
  scope = [...usualPortfolioScopes],
  direct = [],
  client,
  ...options
}: CreateOptions): Promise<void> {
  const abilities = portfolioScopes.filter((known) => scope.includes(known))
  const created = await withMigratedDatabase(async ({ orm }, { PUBLIC_URL }) => {
    const { token, secret } = await transact(orm, (em) =>
      issueToken(em, operator, { prefix: 'pft', name: agent, abilities, direct }),
    )
    return {
      token: Token.parse(token),
      secret,
      exports: shellExports(PUBLIC_URL, secret),
      configuration: client && configurationFor(client, PUBLIC_URL, secret),
    }
  })
  const environment = `PORTFOLIO_TOKEN=${created.secret}`
  const parts = [
    `Token ${created.token.id} for ${agent}, shown only once:`,
    environment,
    ...exportsBlock(created.exports),
  ]
  if (created.configuration) parts.push(formatConfigBlock(created.configuration))
  printResult(options, { ...created, environment }, parts.join('\n\n'))
}

function kindsParser(text: string): ApiName[] {
  const names = text.split(',').map((name) => name.trim())
  const known = names.filter((name): name is ApiName => apiNames.includes(name as ApiName))
  if (known.length < names.length)
    throw new InvalidArgumentError(`Allowed: ${apiNames.join(', ')}, separated by commas.`)
  return known
}
