import { type Command, Option } from 'commander'
import { issueToken } from '../src/access/issue-token.ts'
import { type LlmScope, llmScopes } from '../src/access/llm-caller.ts'
import { StoredToken, Token } from '../src/access/token.ts'
import { transact } from '../src/database/unit-of-work.ts'
import { printResult } from './answer.ts'
import { name } from './argument.ts'
import { credentialCommands } from './credential.ts'
import { operator, withDatabase } from './open.ts'

type Create = { json?: true; name: string; scope?: LlmScope[] }

/** `api-key create|list|revoke` */
export function apiKeyCommand(program: Command): void {
  const key = program.command('api-key').description('keys of bots that work on services, tasks and bugs')
  key
    .command('create')
    .description('create a key and print it, this once')
    .requiredOption('--name <name>', 'who will use it', name(StoredToken.shape.name))
    .addOption(new Option('--scope <scope...>', 'what it may do; both, unless given').choices(llmScopes))
    .action(create)
  credentialCommands(key, { prefix: 'llm', called: 'key', create: '--name NAME' })
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
  printResult(options, made, words)
}
