import { type Command, InvalidArgumentError, Option } from 'commander'
import { issueToken, listTokens, revokeToken } from '../src/access/issue-token.ts'
import { type LlmScope, llmScopes } from '../src/access/llm-caller.ts'
import { StoredToken, Token } from '../src/access/token.ts'
import { transact } from '../src/database/unit-of-work.ts'
import { PathId } from '../src/record/id.ts'
import { answer } from './answer.ts'
import { operator, withDatabase } from './open.ts'

type Json = { json?: true }
type Create = Json & { name: string; scope?: LlmScope[] }

/** `api-key create|list|revoke` */
export function apiKeyCommand(program: Command): void {
  const key = program.command('api-key').description('keys of bots that work on services, tasks and bugs')
  key
    .command('create')
    .description('create a key and print it, this once')
    .requiredOption('--name <name>', 'who will use it', keyName)
    .addOption(new Option('--scope <scope...>', 'what it may do; both, unless given').choices(llmScopes))
    .action(create)
  key.command('list').description('list the keys that are not revoked').action(list)
  key
    .command('revoke')
    .description('revoke a key: the next request with it is refused')
    .argument('<id>', 'its number in the list', keyId)
    .action(revoke)
}

async function create({ name, scope = [...llmScopes], ...options }: Create): Promise<void> {
  const abilities = llmScopes.filter((known) => scope.includes(known))
  const made = await withDatabase(async ({ orm }) => {
    const { token, secret } = await transact(orm, (em) =>
      issueToken(em, operator, { prefix: 'llm', name, abilities }),
    )
    return { key: Token.parse(token), secret }
  })
  const words = `Key ${made.key.id} for ${name}, shown this once; send it as X-LLM-Key:\n\n${made.secret}`
  answer(options, made, words)
}

async function list(options: Json): Promise<void> {
  const keys = await withDatabase(async ({ orm }) =>
    (await listTokens(orm.em.fork(), 'llm')).map((token) => Token.parse(token)),
  )
  const lines = keys.map(({ id, display, name, abilities, last_used_at }) =>
    [id, display, abilities.join('+'), `last used ${last_used_at ?? 'never'}`, name].join('  '),
  )
  answer(options, { keys }, lines.join('\n') || 'There are no keys: portfolio-ops api-key create --name NAME')
}

async function revoke(id: number, options: Json): Promise<void> {
  const revoked = await withDatabase(({ orm }) => transact(orm, (em) => revokeToken(em, 'llm', id)))
  if (!revoked)
    throw new Error(`There is no key ${id} to revoke: "portfolio-ops api-key list" lists those there are.`)
  answer(options, { revoked: id }, `Key ${id} is revoked.`)
}

function keyName(value: string): string {
  const name = StoredToken.shape.name.safeParse(value)
  if (!name.success) throw new InvalidArgumentError('A name has 1 to 255 characters.')
  return name.data
}

function keyId(value: string): number {
  const id = PathId.safeParse(value)
  if (!id.success) throw new InvalidArgumentError('It must be a number of the list.')
  return id.data
}
