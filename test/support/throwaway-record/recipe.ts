import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './files.ts'

/**
 * Returns the paths that the recipe "Add a record" of AGENTS.md lists, with `<record>` and `<NNNN>-<name>` as
 * placeholders. A path is a code span with a slash and without a space, which a command has.
 */
export function recipePaths(): string[] {
  const agents = readFileSync(join(root, 'AGENTS.md'), 'utf8')
  const section = agents.split(/^## /m).find((part) => part.startsWith('Add a record\n'))
  const steps = section?.match(/^\d+\. .*(\n {2,}.*)*/gm) ?? []
  const paths = steps.flatMap((step) =>
    [...step.matchAll(/`([^` ]+\/[^` ]+)`/g)].map(([, path = '']) => path),
  )
  return [...new Set(paths)]
}

/** Returns the path of a file as the recipe lists it, if the file belongs to the record of this name. */
export function placeholderPath(path: string, record: string): string {
  return path
    .replace(/^migrations\/\d{4}-[\w-]+\.ts$/, 'migrations/<NNNN>-<name>.ts')
    .replace(`/${record}/`, '/<record>/')
    .replace(new RegExp(`/${record}(?=\\.((test\\.)?ts|snap)$)`), '/<record>')
}
