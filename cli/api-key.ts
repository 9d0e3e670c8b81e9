import { type Command, Option } from 'commander'
import { issueToken, StoredToken, Token } from '../src/access/token.ts'
import { type LlmScope, llmScopes } from '../src/access/token-kinds.ts'
import { transact } from '../src/database/transaction.ts'
import { nameParser } from './argument.ts'
import { credentialCommands } from './credential.ts'
import { operator, withMigratedDatabase } from './database.ts'
import { type JsonOption, printResult } from './output.ts'

type CreateOptions = JsonOption & { name: string; scope?: LlmScope[] }

/** `api-key create|list|revoke` */
export function apiKeyCommand(program: Command): void {
  const key = program
    .command('api-key')
    .description('manage LLM keys, for bots that work with services, tasks and bugs')
  key
    .command('create')
    .description('create a key and print it; it is shown only once')
    .requiredOption('--name <name>', 'name of the bot that uses the key', nameParser(StoredToken.shape.name))
    .addOption(new Option('--scope <scope...>', 'what the key can do; default: both').choices(llmScopes))
    .action(create)
  credentialCommands(key, { prefix: 'llm', noun: 'key', createOptions: '--name NAME' })
}

async function create({ name, scope = [...llmScopes], ...options }: CreateOptions): Promise<void> {
  const abilities = llmScopes.filter((known) => scope.includes(known))
  const created = await withMigratedDatabase(async ({ orm }) => {
    const { token, secret } = await transact(orm, (em) =>
      issueToken(em, operator, { prefix: 'llm', name, abilities }),
    )
    return { key: Token.parse(token), secret }
  })
  const text = `Key ${created.key.id} for ${name}, shown only once. Send it in the X-LLM-Key header:\n\n${created.secret}`
  printResult(options, created, text)
}
