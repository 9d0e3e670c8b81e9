import type { Command } from 'commander'
import { partitionClicks } from '../src/operations/click/partition-clicks.ts'
import { withMigratedDatabase } from './database.ts'
import { type JsonOption, logLine, printResult } from './output.ts'

/** `partition-clicks` */
export function partitionClicksCommand(program: Command): void {
  program
    .command('partition-clicks')
    .description(
      'partition the table clicks by month, so that CLICKS_MONTHS drops months instead of deleting rows',
    )
    .action(partition)
}

async function partition(options: JsonOption): Promise<void> {
  const changed = await withMigratedDatabase(({ orm }) => {
    logLine('Partitioning the table clicks, which is locked until this is done …')
    return partitionClicks(orm)
  })
  const text = changed
    ? 'Clicks are partitioned by month. The server creates the next partitions.'
    : 'Clicks are already partitioned by month.'
  printResult(options, { changed }, text)
}
