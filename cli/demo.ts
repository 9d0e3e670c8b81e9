import type { Command } from 'commander'
import { transact } from '../src/database/transaction.ts'
import { operator, withMigratedDatabase } from './database.ts'
import { type JsonOption, logLine, printResult } from './output.ts'

/** `demo` */
export function demoCommand(program: Command): void {
  program
    .command('demo')
    .description('fill an empty database with demo data: a portfolio, operations data and conversations')
    .option(
      '--force',
      'add the demo data to a database that is not empty; demo data that exists is not changed',
    )
    .action(demo)
}

async function demo({ force = false, ...options }: JsonOption & { force?: boolean }): Promise<void> {
  const { fillDemo } = await import('../src/catalog/demo.ts')
  const added = await withMigratedDatabase(({ orm }) =>
    transact(orm, (em) => fillDemo(em, operator, { force, report: logLine }), { timeLimit: 'bulk' }),
  )
  const counts = Object.entries(added).map(([kind, count]) => `${kind.replace('_', ' ')} ${count}`)
  printResult(options, { added }, `Added: ${counts.join(', ')}.`)
}
