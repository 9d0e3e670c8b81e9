import { readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

type Link = { source: string; target: string }

/**
 * Links the libraries of PostgreSQL in `native`, the folder of its programs. The install script of the package does so,
 * but npx runs no install scripts. Returns whether all links exist: a read-only folder does not get them.
 */
export function linkLibraries(native: string): boolean {
  return linksOf(native).every(({ source, target }) => {
    const [from, to] = [join(dirname(native), source), join(dirname(native), target)]
    try {
      symlinkSync(relative(dirname(to), from), to)
      return true
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EEXIST'
    }
  })
}

// The package for Windows needs no links.
function linksOf(native: string): Link[] {
  try {
    return JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
