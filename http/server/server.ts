import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider, RawServerDefault } from 'fastify'
import type { z } from 'zod'
import type { Config } from '../../src/config/config.ts'
import type { Read } from '../../src/database/read.ts'
import type { EntityManager, MikroORM } from '../../src/database/transaction.ts'

/** Infers the types of a handler from the Zod schemas of its route. */
interface ZodTypes extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
  serializer: this['schema'] extends z.ZodType ? z.input<this['schema']> : unknown
}

/** The Fastify instance that plugins and routes register on. */
export type Server = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypes
>

declare module 'fastify' {
  interface FastifyInstance {
    config: Config
    orm: MikroORM
    read: Read
    readReplica: Read
    /** Set by an area. Throws a validation fault if a record that the body references does not exist. */
    checkReferences?: (em: EntityManager, body: Record<string, never>) => Promise<unknown>
  }
  interface FastifyContextConfig {
    /** Set on a POST or DELETE that honors If-Match, as every PATCH does. */
    conditional?: true
    /** The operations in the body may each name an ETag. */
    conditionalOperations?: true
    /** The route takes a cursor that expires with a failover or a restore of the database. */
    cursorExpires?: true
    /** The limit of each statement, if it is not that of a short write. */
    timeLimit?: 'bulk'
    /** Set on the pages of the web interface, which read forms instead of JSON. */
    acceptsForms?: true
  }
  interface FastifySchema {
    tags?: string[]
    summary?: string
    description?: string
    operationId?: string
    deprecated?: boolean
  }
}
