import type { z } from 'zod'
import type { Actor } from '../../src/access/actor.ts'
import type { Read } from '../../src/database/read.ts'
import type { EntityManager } from '../../src/database/unit-of-work.ts'
import type { Precondition } from '../../src/record/precondition.ts'
import type { PathKey } from './path-key.ts'

/** A kind of record as its routes declare it: functions, and the schemas of what they take and give. */
export type Resource<Key, One, Many, Detail, Query, New> = {
  path: string
  key: PathKey<Key>
  called: { one: string; many: string }
  /** What its writes answer. */
  record: z.ZodType<One>
  list: {
    summary: string
    query: z.ZodType<Query>
    answer: z.ZodType<Many>
    run: (read: Read, query: NoInfer<Query>) => Promise<Unsaid<Many>>
  }
  show: Show<Key, Detail>
  create: {
    write: Write<New>
    run: (em: EntityManager, actor: Actor, input: NoInfer<New>) => Promise<Unsaid<One>>
    /** What the address of a new one ends in. */
    address: (made: Unsaid<One>) => number | string
  }
}

/** How one of them is shown. */
export type Show<Key, Detail> = {
  summary: string
  answer: z.ZodType<Detail>
  run: (read: Read, key: NoInfer<Key>) => Promise<Unsaid<Detail>>
}

/** How one is changed, where that may be. */
export type ChangeRoute<Key, One, Input> = {
  write: Write<Input>
  run: (
    em: EntityManager,
    actor: Actor,
    key: NoInfer<Key>,
    input: NoInfer<Input>,
    precondition: Precondition,
  ) => Promise<Unsaid<One>>
}

/** A write as the core's table tells it. */
type Write<Input> = { summary: string; description?: string; body: z.ZodType<Input> }

/** An answer without its sentence, which the routes add. */
type Unsaid<Answer> = Omit<NoInfer<Answer>, 'message'>
