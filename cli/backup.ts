import { stat } from 'node:fs/promises'
import type { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { withDatabase } from './database.ts'
import { type JsonOption, logLine, printResult } from './output.ts'
import { backupProgress, megabytes } from './progress.ts'

/** `backup FILE` */
export function backupCommand(program: Command): void {
  program
    .command('backup')
    .description(
      'write the database to a new file, even while the service is running; the file is not encrypted',
    )
    .argument('<file>', 'the file to create, such as portfolio.backup')
    .action(backup)
}

async function backup(file: string, options: JsonOption): Promise<void> {
  // Only this command and `restore` load the code that copies tables.
  const { writeBackup } = await import('../src/backup/write.ts')
  const progress = backupProgress()
  const { created_at } = await withDatabase(({ orm }) => {
    logLine(`Writing the database to ${file} …`)
    return writeBackup(orm, file, manifest.version, progress)
  })
  const { size } = await stat(file)
  printResult(options, { file, created_at, size }, `Backup of ${created_at} in ${file}, ${megabytes(size)}.`)
}
