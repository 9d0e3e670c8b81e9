import { type EntitySchema, p } from '@mikro-orm/core'

// Modules never import each other, so a foreign key from one to the other names the entity. Each of both modules
// provides its entity when it is loaded. Within a module, two kinds of records that need each other do the same.

// biome-ignore lint/suspicious/noExplicitAny: entities of every kind
type AnyEntity = EntitySchema<any>

const entities = new Map<string, AnyEntity>()

/** Makes an entity known to those that do not import it, and returns it. */
export function linkable<E extends AnyEntity>(entity: E): E {
  entities.set(entity.meta.className, entity)
  return entity
}

/** Returns the entity with a name. Throws an Error if it is not loaded. */
export function linkedEntity<Values extends object>(name: string): EntitySchema<Values> {
  const entity = entities.get(name)
  if (!entity) throw new Error(`The entity "${name}" is not loaded.`)
  return entity
}

/** Returns the column that may reference a record of another module. It must be built after the module is loaded. */
export function linkTo(name: string, column: string) {
  const entity = linkedEntity<{ id: number }>(name)
  return p
    .manyToOne(entity)
    .mapToPk()
    .fieldName(column)
    .deleteRule('no action')
    .strictNullable()
    .default(null)
}
