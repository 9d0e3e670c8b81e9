import type { EntityMetadata, EntityName, EntityProperty } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { serverFields } from '../record/base-fields.ts'
import type { Changes } from './history.ts'

/** Returns what the ORM knows of the entity of a record that was loaded. */
export function metadataOf(em: EntityManager, record: object): EntityMetadata {
  return em.getMetadata().get(record.constructor as EntityName<object>)
}

/** Returns the values of the columns of a record that was loaded. */
export function columnsOf(em: EntityManager, record: object): Record<string, unknown> {
  const { props } = metadataOf(em, record)
  return Object.fromEntries(props.map(({ name }) => [name, (record as Record<string, unknown>)[name]]))
}

/** Returns the fields that the creation of a record set. */
export function creationOf<T extends object>(em: EntityManager, entity: EntityName<T>, record: T): Changes {
  return withoutHidden(em.getMetadata().get(entity).props, differences({}, record as Record<string, unknown>))
}

// History never stores the value of a hidden column: of a password it shows only who changed it, and when.
export function withoutHidden(columns: Pick<EntityProperty, 'name' | 'hidden'>[], changes: Changes): Changes {
  const hidden = new Set(columns.filter((column) => column.hidden).map(({ name }) => name))
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !hidden.has(name)))
}

/** Returns the fields that differ between two versions of a record, without those that only the server sets. */
export function differences(before: Record<string, unknown>, after: Record<string, unknown>): Changes {
  const changes: Changes = {}
  for (const name of Object.keys(after)) {
    const [from, to] = [before[name] ?? null, after[name] ?? null]
    if (!(name in serverFields) && JSON.stringify(from) !== JSON.stringify(to)) changes[name] = { from, to }
  }
  return changes
}

/** Returns the event in history that a change of these fields is. */
export function eventOf(changes: Changes): string {
  const names = Object.keys(changes)
  if (names.some((name) => /(^|_)status$/.test(name))) return 'status_changed'
  return names.some((name) => /^owner(_id)?$/.test(name)) ? 'owner_changed' : 'updated'
}
