import type { Command } from 'commander'
import { migrate } from '../src/database/migrate.ts'
import { withDatabase } from './database.ts'
import { type JsonOption, logLine, printResult } from './output.ts'
import { checkProgress, restoreProgress } from './progress.ts'

/** `restore FILE` */
export function restoreCommand(program: Command): void {
  program
    .command('restore')
    .description('restore a backup into an empty database that no service uses')
    .argument('<file>', 'a file that `backup` wrote')
    .action(restore)
}

async function restore(file: string, options: JsonOption): Promise<void> {
  const { restoreBackup } = await import('../src/backup/restore.ts')
  const { application, created_at } = await withDatabase(async ({ orm }, config) => {
    logLine(`Checking ${file} …`)
    const header = await restoreBackup(orm, file, {
      check: checkProgress(),
      load: restoreProgress(),
    })
    if (config.AUTO_MIGRATE) await migrate(orm)
    return header
  })
  const text =
    `Restored the backup of ${created_at}, made by portfolio-ops ${application}. ` +
    'Its webhooks and channels send nothing until an admin switches them on at /admin/notifications.'
  printResult(options, { file, application, created_at }, text)
}
