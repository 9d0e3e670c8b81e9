import type { EntitySchema } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { restore, retract } from '../../portfolio/retraction/retract.ts'
import { Retraction } from '../../portfolio/retraction/retraction.ts'
import type { Precondition } from '../../record/precondition.ts'

/** The retraction as a field of a record: its reason, or null for a record that is not retracted. */
export const RetractionChange = z.strictObject({ retraction: Retraction.shape.reason.nullable() })
type RetractionChange = z.output<typeof RetractionChange>

// biome-ignore lint/suspicious/noExplicitAny: entities of every kind that can be retracted
export type RetractableEntity = EntitySchema<any>

/** Returns the change of that field of an entity, by the writes that retract a record and take a retraction back. */
export function changeRetraction(entity: RetractableEntity) {
  return (
    em: EntityManager,
    actor: Actor,
    id: number,
    { retraction }: RetractionChange,
    precondition: Precondition,
  ) =>
    retraction === null
      ? restore(em, actor, entity, id, precondition)
      : retract(em, actor, entity, id, retraction, precondition)
}
