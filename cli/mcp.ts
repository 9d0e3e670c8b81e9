import type { Command } from 'commander'
import { readConfig } from '../src/config/config.ts'
import type { Database } from '../src/database/open.ts'
import type { Reads } from '../src/database/snapshot.ts'
import { Fault } from '../src/record/fault.ts'
import { openMigratedDatabase } from './database.ts'
import { errorLine, logLine } from './output.ts'
import { exitInTime, stopSignal } from './stop-signal.ts'

/** `mcp` */
export function mcpCommand(program: Command): void {
  program.command('mcp').description('serve MCP over stdin and stdout until stdin is closed').action(mcp)
}

async function mcp(): Promise<void> {
  const stop = stopSignal()
  // Only this command loads the MCP server.
  const { serveStandardStreams } = await import('../mcp/stdio.ts')
  const config = readConfig()
  // The first call that needs the database opens it. If that fails, the next call tries again.
  let opening: Promise<Database> | undefined
  const reads = (): Promise<Reads> => {
    opening ??= openMigratedDatabase(config).catch((error: unknown) => {
      opening = undefined
      // The reason goes to stderr. The agent gets only the generic error.
      logLine(errorLine(error))
      throw new Fault('unavailable', 'Service unavailable.')
    })
    return opening
  }
  const report = (error: unknown, id: string) =>
    logLine(`${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  try {
    await Promise.race([
      serveStandardStreams({
        reads,
        publicUrl: () => config.PUBLIC_URL,
        timeZone: () => config.TIME_ZONE,
        report,
      }),
      stop,
    ])
  } finally {
    exitInTime()
    await (await opening?.catch(() => undefined))?.close()
  }
  // A stdin that the client keeps open would prevent the process from ending.
  process.exit()
}
