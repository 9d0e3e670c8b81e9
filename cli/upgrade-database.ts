import type { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { readConfig } from '../src/config.ts'
import { openConfiguredDatabase } from './database.ts'
import { type JsonOption, logLine, printResult } from './output.ts'
import { backupProgress, checkProgress, restoreProgress } from './progress.ts'
import { stopSignal } from './stop-signal.ts'

type Options = JsonOption & { programs?: string }

/** `upgrade-database [--programs FOLDER]` */
export function upgradeDatabaseCommand(program: Command): void {
  program
    .command('upgrade-database')
    .description(
      'upgrade the embedded database to the PostgreSQL major version of this release and keep the old cluster',
    )
    .option(
      '--programs <folder>',
      'folder with the programs of the earlier PostgreSQL; by default npm installs them',
    )
    .action(upgrade)
}

async function upgrade(options: Options): Promise<void> {
  const { upgradeDatabase } = await import('../src/upgrade-database.ts')
  const config = readConfig()
  if (config.DATABASE_URL)
    throw new Error('DATABASE_URL is set, and only the embedded database can be upgraded. Unset it.')
  const interrupted = stopSignal().then(() => {
    throw new Error('Interrupted. The database is unchanged. Retry.')
  })
  const result = await upgradeDatabase({
    dataDir: config.DATA_DIR,
    programs: options.programs,
    application: manifest.version,
    open: (joined) => openConfiguredDatabase(config, { joined }),
    interrupted,
    report: logLine,
    progress: {
      backup: backupProgress(),
      check: checkProgress(),
      load: restoreProgress(),
    },
  })
  const { folder, from, to, kept } = result
  const text = kept
    ? `The database in ${folder} now uses PostgreSQL ${to}. The PostgreSQL ${from} cluster is kept. Once the service works, delete it: rm -r ${kept}`
    : `The database in ${folder} already uses PostgreSQL ${to}, as this version requires.`
  printResult(options, result, text)
}
