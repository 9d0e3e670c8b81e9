import { Argument, type Command } from 'commander'
import { migrate, migrationStatus } from '../src/database/migrate.ts'
import { withDatabase } from './database.ts'
import { type JsonOption, printResult } from './output.ts'

/** `migrate [up|status]` */
export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('apply the migrations or list them')
    .addArgument(
      new Argument('[action]', 'up: apply the migrations; status: list them')
        .choices(['up', 'status'])
        .default('up'),
    )
    .action((action: 'up' | 'status', options) => (action === 'up' ? up(options) : status(options)))
}

async function up(options: JsonOption): Promise<void> {
  const applied = await withDatabase(({ orm }) => migrate(orm))
  const text = applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'No migrations to apply.'
  printResult(options, { applied }, text)
}

async function status(options: JsonOption): Promise<void> {
  const migrations = await withDatabase(({ orm }) => migrationStatus(orm))
  const lines = migrations.map(({ name, applied_at }) => `${name}  ${applied_at ?? 'not applied'}`)
  printResult(options, { migrations }, lines.join('\n'))
}
