import type { Writable } from 'node:stream'
import type { Registry } from 'prom-client'
import type { Config } from '../../src/config/config.ts'
import type { PoolState, ReplicaState } from '../../src/database/check-replicas.ts'
import type { Read } from '../../src/database/read.ts'
import type { MikroORM } from '../../src/database/transaction.ts'
import type { Server } from './server.ts'

/** The dependencies of the HTTP server, created by the process that starts it. */
export type Dependencies = {
  config: Config
  /** The key that encrypts stored secrets. Without it, what stores secrets is off. */
  secretKey?: Buffer | undefined
  orm: MikroORM
  read: Read
  readReplica: Read
  /** Reads on a connection that no request uses. */
  readSeparately: Read
  /** Returns the state of each replica. */
  checkReplicas: () => Promise<ReplicaState[]>
  /** Returns the state of the connections to each server of the database. */
  poolStates: () => PoolState[]
  /** Returns whether the process is shutting down. */
  isStopping: () => boolean
  /**
   * Creates the first admin and token in a migrated database, once. Returns whether that is done: until then
   * /health/ready answers 503.
   */
  initialize?: (() => Promise<boolean>) | undefined
  /** The log stream. Default: stdout. */
  log?: Writable | undefined
  /** Exports traces of requests and the metrics. Undefined if no receiver is configured. */
  telemetry?:
    | { traceRequests: (app: Server) => void; exportMetrics: (registry: Registry) => void }
    | undefined
}
