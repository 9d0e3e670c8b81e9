import type { Command } from 'commander'
import { transact } from '../src/database/transaction.ts'
import { mapDirection, OldSlug } from '../src/portfolio/direction/map.ts'
import { Slug } from '../src/record/rules/slug.ts'
import { argumentParser } from './argument.ts'
import { operator, withMigratedDatabase } from './database.ts'
import { type JsonOption, printResult } from './output.ts'

/** `direction map` */
export function directionCommand(program: Command): void {
  program
    .command('direction')
    .description('manage directions of the portfolio')
    .command('map')
    .description(
      'make an old slug an alias of a stored direction and move the records of the old direction to it',
    )
    .argument('<old>', 'old slug, even if no direction has it', argumentParser(OldSlug, malformedSlug))
    .argument(
      '<new>',
      'slug of a stored direction',
      argumentParser(Slug, 'A slug must have 1 to 255 characters.'),
    )
    .option('--dry-run', 'show what would be moved without changing anything')
    .action(map)
}

const malformedSlug =
  'A slug must have 1 to 255 characters: letters a to z, digits, - and _. It must not consist of digits only.'

type Options = JsonOption & { dryRun?: boolean }

async function map(old: string, current: string, { dryRun = false, ...options }: Options) {
  const mapping = await withMigratedDatabase(({ orm }) =>
    transact(orm, (em) => mapDirection(em, operator, { old, current }), { dryRun, timeLimit: 'bulk' }),
  )
  const counts = Object.entries(mapping.moved)
    .filter(([, count]) => count > 0)
    .map(([table, count]) => `${table.replace('_', ' ')} ${count}`)
  const lines = [
    dryRun ? 'Dry run. Nothing was changed. These changes would be made:' : 'Changes made:',
    `  records moved from ${mapping.old} to ${mapping.current}: ${counts.join(', ') || 'none'}`,
    ...(mapping.previous ? [`  alias removed from ${mapping.previous}: ${mapping.old}`] : []),
    ...(mapping.removed ? [`  direction removed: ${mapping.old}`] : []),
    `  alias of ${mapping.current}: ${mapping.old}`,
  ]
  printResult(options, { ...mapping, dry_run: dryRun }, lines.join('\n'))
}
