import type { Command } from 'commander'
import type { Reads } from '../mcp/cache.ts'
import { serveStandardStreams } from '../mcp/stdio.ts'
import { readConfig } from '../src/config.ts'
import type { Database } from '../src/database/open.ts'
import { Fault } from '../src/record/fault.ts'
import { errorLine } from './answer.ts'
import { openMigrated, stopSignal, tell } from './open.ts'

/** `mcp` */
export function mcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('serve agents over MCP on stdin and stdout, until stdin is closed')
    .action(mcp)
}

async function mcp(): Promise<void> {
  const stop = stopSignal()
  const config = readConfig()
  // Opened by the first call that needs it; one that failed is tried again by the next.
  let opening: Promise<Database> | undefined
  const reads = (): Promise<Reads> => {
    opening ??= openMigrated(config).catch((error: unknown) => {
      opening = undefined
      // For the person who started us; an agent is told only to try again.
      tell(errorLine(error))
      throw new Fault('unavailable')
    })
    return opening
  }
  const report = (error: unknown, id: string) =>
    tell(`${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  try {
    await Promise.race([serveStandardStreams({ reads, publicUrl: () => config.PUBLIC_URL, report }), stop])
  } finally {
    await (await opening?.catch(() => undefined))?.close()
  }
  // A pipe that its other end keeps open would keep us.
  process.exit()
}
