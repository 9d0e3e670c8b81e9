import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider, RawServerDefault } from 'fastify'
import type { z } from 'zod'
import type { Ability } from '../src/access/ability.ts'
import type { Caller } from '../src/access/caller.ts'
import type { Policy } from '../src/access/policy.ts'
import type { Config } from '../src/config.ts'
import type { Read } from '../src/database/read.ts'
import type { EntityManager, MikroORM } from '../src/database/unit-of-work.ts'
import type { Warning } from '../src/record/warning.ts'
import type { AreaAuth } from './plugins/guard.ts'

/** A route's schemas are Zod schemas: what a handler gets and gives follows from them. */
interface ZodTypes extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
  serializer: this['schema'] extends z.ZodType ? z.input<this['schema']> : unknown
}

/** The server as routes see it. */
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
    /** Set by an area: throws where what a body points to is not there. */
    refer?: (em: EntityManager, body: Record<string, never>) => Promise<unknown>
  }
  interface FastifyRequest {
    /** Who sends it; null until a credential was accepted, and where none is needed. */
    caller: Caller | null
    /** The body as it came, before its schema read it. */
    sent: unknown
    /** What the caller is told besides the answer. */
    warnings: Warning[]
  }
  interface FastifyContextConfig {
    /** Operations: what the access token must be able to do. */
    ability?: Ability
    /** Operations: what the role and status of the token's owner must allow. */
    policy?: Policy
    /** A POST that honours If-Match, as every PATCH does. */
    conditional?: true
    /** Set by `guard`: what the door of the route's area asks for. */
    door?: Pick<AreaAuth, 'security' | 'refusal'>
  }
  interface FastifySchema {
    tags?: string[]
    summary?: string
    description?: string
    operationId?: string
    deprecated?: boolean
  }
}
