import { type Command, InvalidArgumentError, Option } from 'commander'
import { issueToken, listTokens, revokeToken } from '../src/access/issue-token.ts'
import { type PortfolioScope, portfolioScopes, StoredToken, Token } from '../src/access/token.ts'
import { transact } from '../src/database/unit-of-work.ts'
import { PathId } from '../src/record/id.ts'
import { type Client, clients } from './agent-config.ts'
import { answer } from './answer.ts'
import { block, inWords } from './client-block.ts'
import { operator, withDatabase } from './open.ts'

type Json = { json?: true }
type Create = Json & { agent: string; scope?: PortfolioScope[]; client?: Client }

/** `token create|list|revoke` */
export function tokenCommand(program: Command): void {
  const token = program.command('token').description('tokens of agents that work on the portfolio')
  token
    .command('create')
    .description('create a token and print it, this once')
    .requiredOption('--agent <name>', 'who will use it', agentName)
    .addOption(
      new Option('--scope <scope...>', 'what it may do; both, unless given').choices(portfolioScopes),
    )
    .addOption(
      new Option('--client <client>', 'print the whole configuration for this client').choices(clients),
    )
    .action(create)
  token.command('list').description('list the tokens that are not revoked').action(list)
  token
    .command('revoke')
    .description('revoke a token: the next request with it is refused')
    .argument('<id>', 'its number in the list', tokenId)
    .action(revoke)
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
  answer(options, { ...made, environment }, words.join('\n\n'))
}

async function list(options: Json): Promise<void> {
  const tokens = await withDatabase(async ({ orm }) =>
    (await listTokens(orm.em.fork(), 'pft')).map((token) => Token.parse(token)),
  )
  const lines = tokens.map(({ id, display, name, abilities, last_used_at }) =>
    [id, display, abilities.join('+'), `last used ${last_used_at ?? 'never'}`, name].join('  '),
  )
  answer(
    options,
    { tokens },
    lines.join('\n') || 'There are no tokens: portfolio-ops token create --agent NAME',
  )
}

async function revoke(id: number, options: Json): Promise<void> {
  const revoked = await withDatabase(({ orm }) => transact(orm, (em) => revokeToken(em, 'pft', id)))
  if (!revoked)
    throw new Error(`There is no token ${id} to revoke: "portfolio-ops token list" lists those there are.`)
  answer(options, { revoked: id }, `Token ${id} is revoked.`)
}

function agentName(value: string): string {
  const name = StoredToken.shape.name.safeParse(value)
  if (!name.success) throw new InvalidArgumentError('A name has 1 to 255 characters.')
  return name.data
}

function tokenId(value: string): number {
  const id = PathId.safeParse(value)
  if (!id.success) throw new InvalidArgumentError('It must be a number of the list.')
  return id.data
}
