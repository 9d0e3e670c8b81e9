import type { EntitySchema } from '@mikro-orm/core'
import type { ActivityEntry } from '../journal/activity.ts'
import type { RecordRef } from '../journal/history.ts'
import { recordCatalog } from './record-catalog.ts'

/** Returns whether the values of a field are those of an enumeration. */
export function isEnumeration(record_type: string, field: string): boolean {
  return propertiesOf(record_type)?.[field]?.enum ?? false
}

/** Returns the record that a value of a field refers to by its id. Undefined if the value is not such an id. */
export function referenceOf(record_type: string, field: string, value: unknown): RecordRef | undefined {
  const properties = propertiesOf(record_type)
  // A field such as `blocked_by` contains an id or a text. Its foreign key is a generated column.
  const property = [field, `${field}_id`].map((name) => properties?.[name]).find((one) => one?.kind === 'm:1')
  if (!property || typeof value !== 'number') return undefined
  return { record_type: (property.entity() as EntitySchema).meta.className, record_id: value }
}

/** Returns the records that a list such as the evidence of a decision names. Empty for any other value. */
export function listedRecords(value: unknown): RecordRef[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((item: { type?: unknown; id?: unknown } | null) =>
    typeof item?.type === 'string' && typeof item.id === 'number' && recordCatalog.has(item.type)
      ? [{ record_type: item.type, record_id: item.id }]
      : [],
  )
}

/** Returns the records that the previous and new values of changes refer to. */
export function referencesOf(entries: Pick<ActivityEntry, 'record_type' | 'changes'>[]): RecordRef[] {
  return entries.flatMap(({ record_type, changes }) =>
    Object.entries(changes).flatMap(([field, { from, to }]) =>
      [from, to].flatMap((value) => referenceOf(record_type, field, value) ?? listedRecords(value)),
    ),
  )
}

function propertiesOf(record_type: string) {
  return recordCatalog.get(record_type)?.entity.meta.properties
}
