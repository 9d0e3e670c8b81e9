import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/**
 * Links the libraries of PostgreSQL in `native`, a copy of the folder of its programs. The install script of the
 * package does so, but npx runs no install scripts.
 */
export function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  // The package for Windows needs no links.
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const [from, to] = [source, target].map((path) => join(native, relative('native', path))) as [
      string,
      string,
    ]
    rmSync(to, { force: true })
    symlinkSync(relative(dirname(to), from), to)
  }
}
