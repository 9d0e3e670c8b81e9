#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { cacheFolder } from '../src/database/embedded/cache-folder.ts'

if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `portfolio-ops requires Node.js 24 or later. This is ${process.version}. Install a newer version.`,
  )
  process.exit(1)
}
// Never in the temporary directory of the system, the default of Node: another user could create the folder there first.
const folder = cacheFolder()
if (folder) enableCompileCache(folder)
const { runCommandLine } = await import('./program.ts')
const { handleOutputErrors } = await import('./output.ts')
const { isStopped } = await import('./stop-signal.ts')
const args = process.argv.slice(2)
// A server keeps running if its stdout is closed. The `mcp` command handles errors of stdout itself.
if (args[0] === 'serve') process.stdout.on('error', () => undefined)
else if (args[0] !== 'mcp') handleOutputErrors()
process.exitCode = await runCommandLine(args)
// A statement that an interrupted command waits for would keep the process alive.
if (isStopped()) process.exit()
