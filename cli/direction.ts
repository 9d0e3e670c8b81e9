import { type Command, InvalidArgumentError } from 'commander'
import { transact } from '../src/database/unit-of-work.ts'
import { mapDirection } from '../src/portfolio/direction/map.ts'
import { Slug } from '../src/record/slug.ts'
import { answer } from './answer.ts'
import { operator, withDatabase } from './open.ts'

/** `direction map` */
export function directionCommand(program: Command): void {
  program
    .command('direction')
    .description('directions of the portfolio')
    .command('map')
    .description('make an old slug an alias of a stored direction, and move there what hangs on the old one')
    .argument('<old>', 'the legacy slug, stored or not', slug)
    .argument('<new>', 'the slug of a stored direction', slug)
    .option('--dry-run', 'say what would move, and move nothing')
    .action(map)
}

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
    ...(mapping.removed ? [`  leaves the list of directions: ${mapping.old}`] : []),
    `  is still accepted as a name of ${mapping.current}: ${mapping.old}`,
  ]
  answer(options, { ...mapping, dry_run: dryRun }, words.join('\n'))
}

function slug(value: string): string {
  const read = Slug.safeParse(value)
  if (!read.success) throw new InvalidArgumentError('A slug has 1 to 255 characters.')
  return read.data
}
