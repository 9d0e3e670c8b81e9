import type { FastifyContextConfig } from 'fastify'
import type { z } from 'zod'
import type { Actor } from '../../src/access/actor.ts'
import type { Read } from '../../src/database/read.ts'
import type { EntityManager } from '../../src/database/transaction.ts'
import type { Page } from '../../src/record/list/record-list.ts'
import type { Precondition } from '../../src/record/precondition.ts'
import type { RecordLabel } from '../openapi/labels.ts'

/**
 * Declares the routes of one record type whose responses are under `data`: the functions and their schemas.
 */
export type DataResource<Row, Query, New, Change> = {
  /** Relative to the prefix of the area. */
  path: string
  label: RecordLabel
  reading?: FastifyContextConfig
  writing?: FastifyContextConfig
  record: z.ZodObject & z.ZodType<Row>
  list: { query: z.ZodType<Query>; run: (read: Read, query: NoInfer<Query>) => Promise<Page<NoInfer<Row>>> }
  read: (read: Read, id: number) => Promise<NoInfer<Row>>
  create: {
    body: z.ZodType<New>
    run: (em: EntityManager, actor: Actor, input: NoInfer<New>) => Promise<NoInfer<Row>>
  }
  change: {
    methods: readonly ('PUT' | 'PATCH')[]
    description?: string
    body: z.ZodType<Change>
    run: (
      em: EntityManager,
      actor: Actor,
      id: number,
      input: NoInfer<Change>,
      precondition: Precondition,
    ) => Promise<NoInfer<Row>>
  }
  remove: { description?: string; run: (em: EntityManager, actor: Actor, id: number) => Promise<void> }
}
