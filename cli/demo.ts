import type { Command } from 'commander'
import { transact } from '../src/database/unit-of-work.ts'
import { fillDemo } from '../src/demo.ts'
import { printResult } from './answer.ts'
import { operator, tell, withDatabase } from './open.ts'

/** `demo` */
export function demoCommand(program: Command): void {
  program
    .command('demo')
    .description('fill an empty database with a believable portfolio, operations data and conversations')
    .option('--force', 'add it to what is there; what it has added before is left alone')
    .action(demo)
}

async function demo({ force = false, ...options }: { force?: boolean; json?: true }): Promise<void> {
  const added = await withDatabase(({ orm }) =>
    transact(orm, (em) => fillDemo(em, operator, { force, report: tell })),
  )
  const counts = Object.entries(added).map(([kind, count]) => `${kind.replace('_', ' ')} ${count}`)
  printResult(options, { added }, `Added: ${counts.join(', ')}.`)
}
