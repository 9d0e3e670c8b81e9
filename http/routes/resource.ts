import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor } from '../../src/access/actor.ts'
import type { Caller } from '../../src/access/caller.ts'
import type { Read } from '../../src/database/read.ts'
import type { EntityManager } from '../../src/database/transaction.ts'
import type { RecordName } from '../../src/portfolio/place/find.ts'
import type { OperationName } from '../../src/portfolio/records.ts'
import type { Precondition } from '../../src/record/lock-record.ts'
import { PathId } from '../../src/record/rules/id.ts'
import type { RecordLabel } from '../openapi/labels.ts'
import type { CompleteAnswer } from './run-write.ts'

/** How the responses of an area contain a page (`Many`), a record (`Detail`) and the result of a write (`Result`). */
export type Envelope<Many, Detail, Result> = {
  /** The name of the record in a body. */
  key: string
  responses: {
    list: z.ZodType
    get: z.ZodType
    /** By status. 202 is a write that waits for a person. */
    create: { 200: z.ZodType; 201: z.ZodType; 202?: z.ZodType }
    change: { 200: z.ZodType; 202?: z.ZodType }
  }
  list: (request: FastifyRequest, page: Many) => object
  get: (record: Detail) => { etag?: string }
  /** Returns the ETag of the response of `get`. */
  etag: (record: Detail) => string
  /** Returns whether that response also contains records that its ETag does not depend on. Default: false. */
  embedsOthers?: (record: Detail) => boolean
  /** Returns the function that completes the answer of a dry run. */
  inDryRun?: (request: FastifyRequest) => CompleteAnswer
  write: (request: FastifyRequest, result: Result, participle: Participle) => object
}

/** What a write did to its record, for its message. */
type Participle = 'created' | 'updated' | 'retracted' | 'restored'

/** Declares the routes of one record type: the functions and their schemas. */
export type Resource<Key, Many, Detail, Result, Query, New, Change> = {
  /** Relative to the prefix of the area. */
  path: string
  key: PathKey<Key>
  label: RecordLabel
  envelope: Envelope<Many, Detail, Result>
  reading?: FastifyContextConfig
  writing?: FastifyContextConfig
  list: {
    summary?: string
    query: z.ZodType<Query>
    run: (read: Read, query: NoInfer<Query>, caller?: Caller) => Promise<NoInfer<Many>>
    /** The parameters whose meaning depends on the caller. */
    callerFilters?: readonly string[]
  }
  get: { summary?: string; run: (read: Read, key: NoInfer<Key>) => Promise<NoInfer<Detail>> }
  create: WriteText & {
    body: z.ZodType<New>
    run: (em: EntityManager, actor: Actor, input: NoInfer<New>) => Promise<NoInfer<Result>>
    /** The field that the Location of a new record ends in. Default: the id. */
    location?: 'slug'
  }
  /** Undefined for records that are never changed. */
  change?: WriteText & {
    /** Default: PATCH. */
    methods?: readonly ('PUT' | 'PATCH')[]
    body: z.ZodType<Change>
    run: (
      em: EntityManager,
      actor: Actor,
      key: NoInfer<Key>,
      input: NoInfer<Change>,
      precondition: Precondition,
    ) => Promise<NoInfer<Result>>
  }
  remove?: {
    description?: string
    run: (em: EntityManager, actor: Actor, key: NoInfer<Key>) => Promise<void>
  }
}

/** `name` is the operation of the write API that a route of the portfolio is. */
type WriteText = { name?: OperationName; summary?: string; description?: string }

/** The path parameters of a route to one record by id. */
export const IdParams = z.object({ id: PathId })

/** The id or slug of a record in a path. A slug never consists of digits only, so the two cannot be confused. */
export const IdOrSlug = z
  .string()
  .max(255)
  .regex(/^[a-z0-9][a-z0-9_-]*$/i)
  .transform((text, context): RecordName => {
    if (!/^\d+$/.test(text)) return { slug: text.toLowerCase() }
    const id = PathId.safeParse(text)
    if (id.success) return { id: id.data }
    context.issues.push({ code: 'custom', input: text })
    return z.NEVER
  })
  .meta({ description: 'Id or slug' })

/** The path parameter that identifies a record: its name, the schema of the path, and how to read the key. */
export type PathKey<Key> = { parameter: string; params: z.ZodType; from: (params: unknown) => Key }

/** Returns a path key whose parameter is validated by `rule`. */
export function pathKey<Parameter extends string, Key>(
  parameter: Parameter,
  rule: z.ZodType<Key>,
): PathKey<Key> {
  const params = z.object({ [parameter]: rule })
  // The cast is safe: the guard has parsed the path with the same schema.
  return { parameter, params, from: (path) => (path as { [name in Parameter]: Key })[parameter] }
}

/** The path key of records that are identified by id alone. */
export const idKey = pathKey('id', PathId)
