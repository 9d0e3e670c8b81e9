import type { z } from 'zod'
import type { Actor } from '../../src/access/actor.ts'
import type { Read } from '../../src/database/read.ts'
import type { EntityManager } from '../../src/database/transaction.ts'
import type { RecordKey } from '../../src/portfolio/record-etag.ts'
import type { Precondition } from '../../src/record/precondition.ts'
import type { RecordLabel } from '../openapi/labels.ts'
import type { PathKey } from './path-key.ts'

/** Declares the routes of one record type of the portfolio: the functions and their schemas. */
export type Resource<Key, Many, Detail, Query, New, Created> = {
  path: string
  key: PathKey<Key>
  /** The name of the record in responses. */
  name: RecordKey
  label: RecordLabel
  list: {
    summary: string
    query: z.ZodType<Query>
    response: z.ZodType<Many>
    run: (read: Read, query: NoInfer<Query>) => Promise<Result<Many>>
  }
  get: GetRoute<Key, Detail>
  create: {
    write: Write<New> & {
      run: (em: EntityManager, actor: Actor, input: NoInfer<New>) => Promise<Result<Created>>
    }
    responses: { 200: z.ZodType; 201: z.ZodType<Created> }
    /** Returns the id or slug of the created record, for its Location. */
    keyOf: (created: Result<Created>) => number | string
  }
}

/** Declares the route that returns one record. */
type GetRoute<Key, Detail> = {
  summary: string
  response: z.ZodType<Detail>
  /** The response always has other records too. A response with evidence also has them, but that need not be declared. */
  embedsOthers?: true
  run: (read: Read, key: NoInfer<Key>) => Promise<Result<Detail>>
}

/** Declares the route that changes a record, for record types that are not append-only. */
export type ChangeRoute<Key, One, Input> = {
  write: Write<Input> & {
    run: (
      em: EntityManager,
      actor: Actor,
      key: NoInfer<Key>,
      input: NoInfer<Input>,
      precondition: Precondition,
    ) => Promise<Result<One>>
  }
  response: z.ZodType<One>
}

/** An entry of the table of writes in `src/portfolio/write-api`. */
type Write<Input> = { summary: string; description?: string; body: z.ZodType<Input> }

/** A response body before the routes add its message and its ETag. */
type Result<Body> = Omit<NoInfer<Body>, 'message' | 'etag'>
