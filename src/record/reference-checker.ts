import type { EntitySchema } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { invalid } from './fault.ts'
import { findLive } from './soft-delete.ts'
import { invalidSelection } from './validation/messages.ts'

/**
 * Returns a function that checks the references in an input, each with its entity. It throws one fault that lists every id
 * without a record. A record that can be soft-deleted is locked, so that it cannot be deleted until the transaction ends.
 */
// biome-ignore lint/suspicious/noExplicitAny: entities of every kind
export function referenceChecker<Name extends string>(entities: Record<Name, EntitySchema<any>>) {
  return async (em: EntityManager, input: { [name in Name]?: number | null | undefined }): Promise<void> => {
    const errors: Record<string, string> = {}
    for (const name of Object.keys(entities) as Name[]) {
      const [id, entity] = [input[name], entities[name]]
      if (id == null) continue
      const isKept = 'deleted_at' in entity.meta.properties
      if (!(await (isKept ? findLive(em, entity, id) : em.findOne(entity, { id }))))
        errors[name] = invalidSelection(name)
    }
    if (Object.keys(errors).length > 0) throw invalid(errors)
  }
}
