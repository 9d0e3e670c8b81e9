import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider, RawServerDefault } from 'fastify'
import type { z } from 'zod'
import type { Ability } from '../../src/access/ability.ts'
import type { Caller } from '../../src/access/caller.ts'
import type { Policy } from '../../src/access/policy.ts'
import type { Config } from '../../src/config/config.ts'
import type { Read } from '../../src/database/read.ts'
import type { EntityManager, MikroORM } from '../../src/database/transaction.ts'
import type { Warning } from '../../src/record/warning.ts'
import type { Rejection } from '../answers/rejection.ts'
import type { RouteAuth } from '../identity/area-auth.ts'

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
  interface FastifyRequest {
    /** The authenticated caller. Null before authentication, and on routes without authentication. */
    caller: Caller | null
    /** Whether the caller may also read what the route writes. Set by `guard`. */
    mayReadResult: boolean
    /** The parsed JSON body before validation. */
    receivedBody: unknown
    /** Why the request was rejected, for the request log. */
    rejection?: Rejection
    /** Warnings that the response will contain. */
    warnings: Warning[]
  }
  interface FastifyContextConfig {
    /** Operations API: the ability that the access token must have. */
    ability?: Ability
    /** Operations API: the policy that the token owner's role and status must satisfy. */
    policy?: Policy
    /** Set on a POST that honors If-Match, as every PATCH does. */
    conditional?: true
    /** The route takes a cursor that expires with a failover or a restore of the database. */
    cursorExpires?: true
    /** The limit of each statement, if it is not that of a short write. */
    timeLimit?: 'bulk'
    /** Set on the pages of the web interface, which read forms instead of JSON. */
    acceptsForms?: true
    /** The authentication of the route's area. Set by `guard`. */
    auth?: RouteAuth
  }
  interface FastifySchema {
    tags?: string[]
    summary?: string
    description?: string
    operationId?: string
    deprecated?: boolean
  }
}
