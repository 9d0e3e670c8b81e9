import type { Command } from 'commander'
import { transact } from '../src/database/unit-of-work.ts'
import { mapDirection, OldSlug } from '../src/portfolio/direction/map.ts'
import { Slug } from '../src/record/slug.ts'
import { printResult } from './answer.ts'
import { argument } from './argument.ts'
import { operator, withDatabase } from './open.ts'

/** `direction map` */
export function directionCommand(program: Command): void {
  program
    .command('direction')
    .description('directions of the portfolio')
    .command('map')
    .description('make an old slug an alias of a stored direction, and move there what hangs on the old one')
    .argument('<old>', 'the legacy slug, stored or not', argument(OldSlug, malformed))
    .argument('<new>', 'the slug of a stored direction', argument(Slug, 'A slug has 1 to 255 characters.'))
    .option('--dry-run', 'say what would move, and move nothing')
    .action(map)
}

const malformed = 'A slug has 1 to 255 characters: letters a to z, digits, - and _, and is not digits alone.'

type Options = { json?: true; dryRun?: boolean }

async function map(old: string, current: string, { dryRun = false, ...options }: Options) {
  const mapping = await withDatabase(({ orm }) =>
    transact(orm, (em) => mapDirection(em, operator, { old, current }), dryRun),
  )
  const counts = Object.entries(mapping.moved)
    .filter(([, count]) => count > 0)
    .map(([table, count]) => `${table.replace('_', ' ')} ${count}`)
  const words = [
    dryRun ? 'Nothing is changed yet. This would happen:' : 'Done:',
    `  moves from ${mapping.old} to ${mapping.current}: ${counts.join(', ') || 'nothing'}`,
    ...(mapping.previous ? [`  was a name of ${mapping.previous} until now: ${mapping.old}`] : []),
    ...(mapping.removed ? [`  leaves the list of directions: ${mapping.old}`] : []),
    `  is still accepted as a name of ${mapping.current}: ${mapping.old}`,
  ]
  printResult(options, { ...mapping, dry_run: dryRun }, words.join('\n'))
}
