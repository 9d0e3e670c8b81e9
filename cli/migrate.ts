import { Argument, type Command } from 'commander'
import { migrate, migrationStatus } from '../src/database/migrate.ts'
import { printResult } from './answer.ts'
import { withOpened } from './open.ts'

/** `migrate [up|status]` */
export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('apply the migrations, or list them')
    .addArgument(new Argument('[action]', 'apply, or list').choices(['up', 'status']).default('up'))
    .action((action: 'up' | 'status', options) => (action === 'up' ? up(options) : status(options)))
}

async function up(options: { json?: true }): Promise<void> {
  const applied = await withOpened(({ orm }) => migrate(orm))
  const words = applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'Nothing to apply.'
  printResult(options, { applied }, words)
}

async function status(options: { json?: true }): Promise<void> {
  const migrations = await withOpened(({ orm }) => migrationStatus(orm))
  const lines = migrations.map(({ name, applied_at }) => `${name}  ${applied_at ?? 'not applied'}`)
  printResult(options, { migrations }, lines.join('\n'))
}
