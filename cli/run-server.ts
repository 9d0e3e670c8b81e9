import type { Writable } from 'node:stream'
import { gracefulStop } from '../http/server/graceful-stop.ts'
import { listen } from '../http/server/listen.ts'
import type { Server } from '../http/server/server.ts'
import { guessableSentence } from '../src/access/password.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import { secretKey } from '../src/config/secret-key.ts'
import { migrate } from '../src/database/migrate.ts'
import type { Database } from '../src/database/open.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { banner } from './banner.ts'
import { checkSecretKey } from './checks.ts'
import { openConfiguredDatabase } from './database.ts'
import { type FirstCredentials, initializer, retryInitialize } from './initialize.ts'
import { startMaintenance, startNotifications } from './maintenance.ts'
import { errorLine, type JsonOption, logLine, printResult } from './output.ts'
import { backupDaily } from './scheduled-backup.ts'
import { exitInTime, isStopped, stopSignal, stopTime } from './stop-signal.ts'

const flushTimeoutMs = 1_000
const closeTimeoutMs = 2_000

/** Runs the HTTP server until SIGTERM or SIGINT, then ends the process. */
export async function runServer(options: JsonOption): Promise<void> {
  const stop = stopSignal()
  const config = readConfig()
  for (const warning of config.warnings) logLine(`Warning: ${warning}.`)
  // Loaded while the database starts, since both take long.
  const http = import('../http/app.ts')
  const telemetry = await loadTelemetry(config)
  const database = await openConfiguredDatabase(config)
  try {
    if (config.AUTO_MIGRATE) await Promise.race([migrate(database.orm), stop])
    if (!isStopped()) await serveUntil(stop, await http, database, config, { ...options, telemetry })
  } finally {
    // The last metrics are measured in the database.
    await telemetry?.stop(stopTime(flushTimeoutMs))
    await database.close(stopTime(closeTimeoutMs))
  }
  // A request that was cut off may keep the process alive.
  process.exit()
}

// OpenTelemetry is loaded only if a receiver is configured.
async function loadTelemetry(config: Config): Promise<Telemetry | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: protocol } = config
  if (!endpoint) return undefined
  const { startTelemetry } = await import('../telemetry/telemetry.ts')
  return startTelemetry(endpoint, protocol)
}

async function serveUntil(
  stop: Promise<unknown>,
  { buildApp }: Pick<typeof import('../http/app.ts'), 'buildApp'>,
  database: Database,
  config: Config,
  { telemetry, ...options }: JsonOption & { telemetry: Telemetry | undefined },
): Promise<void> {
  let stopping = false
  const timers: NodeJS.Timeout[] = []
  let stopNotifications = async () => {}
  const printBanner = (credentials: FirstCredentials) => {
    const { value, text } = banner(config, credentials, database.embeddedFolder)
    printResult(options, value, text)
  }
  const initialize = initializer(database, config, (credentials) => {
    printBanner(credentials)
    if (credentials.admin?.isGuessable) logLine(`Warning: ADMIN_PASSWORD ${guessableSentence}`)
    checkSecretKey(database.read, config).catch((error) => logLine(`Warning: ${errorLine(error)}`))
    timers.push(...startMaintenance(app, database))
    stopNotifications = startNotifications(app, database)
    const { BACKUP_DIR, BACKUP_KEEP } = config
    if (BACKUP_DIR && database.embeddedFolder)
      timers.push(backupDaily(app, database.orm, BACKUP_DIR, BACKUP_KEEP))
  })
  const app = await buildApp({
    ...database,
    config,
    secretKey: secretKey(config),
    isStopping: () => stopping,
    initialize,
    log: await logStream(options),
    telemetry,
  })
  const close = gracefulStop(app)
  await listenConfigured(app, config)
  try {
    if (!(await initialize())) {
      logLine(
        'Warning: Migrations are not applied. Run "portfolio-ops migrate". Until then the server is not ready.',
      )
      printBanner({ admin: null, token: null })
      timers.push(retryInitialize(app, initialize))
    }
    await stop
  } finally {
    stopping = true
    exitInTime()
    for (const timer of timers) clearInterval(timer)
    await stopNotifications()
    await close()
  }
}

// The log is formatted text on a terminal and JSON otherwise. With --json, stdout is reserved for the result.
// The default destination of pino is not used because it hangs at shutdown when the disk is full.
async function logStream({ json }: JsonOption): Promise<Writable> {
  if (json) return process.stderr
  if (!process.stdout.isTTY) return process.stdout
  const { default: pretty } = await import('pino-pretty')
  return pretty({ ignore: 'pid,hostname', sync: true })
}

async function listenConfigured(app: Server, config: Config): Promise<void> {
  const { HOST, PORT } = config
  try {
    await listen(app, HOST, PORT)
  } catch (cause) {
    await app.close()
    const { code, message } = cause as { code?: string; message: string }
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${PORT} is in use. Stop the other process or set PORT.`, { cause })
    throw new Error(`Cannot listen on port ${PORT} of ${HOST}: ${message}. Correct HOST or PORT.`, { cause })
  }
  // With port 0 the operating system chose a free port, which is known only now.
  const address = app.server.address()
  if (PORT === 0 && typeof address === 'object')
    config.PUBLIC_URL = config.PUBLIC_URL.replace(/:0$/, `:${address?.port}`)
}
