import { registerHooks } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { migrations } from '../migrations/index.ts'
import { entities } from '../src/catalog/entities.ts'
import { readConfig } from '../src/config/config.ts'
import { openDatabase } from '../src/database/open.ts'
import { RequestLog } from '../src/journal/request-log/request-log.ts'
import { botsBaseline } from './baseline/bots.ts'
import { mcpBaseline } from './baseline/mcp.ts'
import { operationsBaseline } from './baseline/operations.ts'
import { portfolioBaseline } from './baseline/portfolio.ts'

// Starts a server to measure as a separate process: `serve.ts ours`, or one written by hand.

const servers: Record<string, () => Promise<FastifyInstance>> = {
  ours,
  // The same server without the writes of the request log.
  unlogged: async () => {
    RequestLog.prototype.add = () => undefined
    return ours()
  },
  // The same server without the comparison of a new record with similar ones.
  'without similar': async () => {
    registerHooks({
      load(url, context, nextLoad) {
        if (!url.endsWith('/src/portfolio/similar/fact.ts')) return nextLoad(url, context)
        const source = 'export const besideFact = async () => ({ similar: [], open_here: [] })'
        return { format: 'module', source, shortCircuit: true }
      },
    })
    return ours()
  },
  portfolio: async () => portfolioBaseline(pool()),
  operations: async () => operationsBaseline(pool()),
  mcp: async () => mcpBaseline(),
  bots: async () => botsBaseline(pool()),
}

const server = await servers[process.argv[2] ?? '']?.()
if (!server) throw new Error(`There is no server "${process.argv[2]}".`)
await server.listen({ host: '127.0.0.1', port: 0 })
process.send?.(`http://127.0.0.1:${(server.server.address() as AddressInfo).port}`)
process.on('disconnect', () => process.exit())
process.on('message', (question) => {
  if (question === 'stop') process.exit()
  if (question === 'memory') {
    globalThis.gc?.()
    return process.send?.(process.memoryUsage())
  }
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1000)
})

async function ours(): Promise<FastifyInstance> {
  // Imported here, so that a hook can replace modules.
  const { buildApp } = await import('../http/app.ts')
  const config = readConfig()
  const { DATABASE_URL: url, DATA_DIR: dataDir, DATABASE_POOL: pool } = config
  const database = await openDatabase({
    url,
    dataDir,
    replicaUrls: [],
    pool,
    prepared: true,
    entities,
    migrations,
    report: () => undefined,
  })
  return (await buildApp({ config, ...database, isStopping: () => false })) as never
}

function pool(): pg.Pool {
  return new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
}
