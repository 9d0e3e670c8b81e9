import type { EntitySchema } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import type { Read } from '../database/read.ts'
import type { Page } from '../record/list/record-list.ts'
import type { Precondition } from '../record/lock-record.ts'

/** A kind of record with an id: what is static about it, its reads and the operations that write it. */
type Declaration<Row, Query, New, Change> = {
  // biome-ignore lint/suspicious/noExplicitAny: entities of every kind
  entity: EntitySchema<any>
  /** What its records are, in a sentence. */
  about: string
  /** The column that names a record. */
  title: string
  /** The columns that the search over all records looks into, the one that it shows first. */
  search: string[]
  /** A record, as answers show it, and the query of the list. */
  shown: z.ZodObject & z.ZodType<Row>
  query: z.ZodType<Query>
  list: (read: Read, query: NoInfer<Query>) => Promise<Page<NoInfer<Row>>>
  read: (read: Read, id: number) => Promise<NoInfer<Row>>
  create: {
    body: z.ZodObject & z.ZodType<New>
    run: (em: EntityManager, actor: Actor, input: NoInfer<New>) => Promise<NoInfer<Row>>
  }
  change: {
    description?: string
    body: z.ZodObject & z.ZodType<Change>
    run: (
      em: EntityManager,
      actor: Actor,
      id: number,
      input: NoInfer<Change>,
      precondition: Precondition,
    ) => Promise<NoInfer<Row>>
  }
  remove: {
    description?: string
    run: (em: EntityManager, actor: Actor, id: number) => Promise<void>
  }
}

/** A kind of record with an id, whatever the types of its records and bodies are. */
// biome-ignore lint/suspicious/noExplicitAny: records and bodies of every kind
export type RecordKind = Declaration<any, any, any, any>

/** Returns a kind of record. The functions must take and return what its schemas describe. */
export function recordKind<Row, Query, New, Change>(kind: Declaration<Row, Query, New, Change>): RecordKind {
  return kind
}
