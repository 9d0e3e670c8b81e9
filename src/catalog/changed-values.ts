import type { EntitySchema } from '@mikro-orm/core'
import { personIn } from '../access/user.ts'
import type { ActivityEntry } from '../journal/activity.ts'
import type { RecordRef } from '../journal/history.ts'
import type { Phrase } from '../language/phrase.ts'
import type { StoredExpectation } from '../portfolio/decision/expectation.ts'
import { ruleOf } from '../record/field.ts'
import { ownLabelOf } from '../record/rules/description.ts'
import { type Enumeration, enumerationOf } from '../record/rules/enumeration.ts'
import { recordCatalog } from './record-catalog.ts'
import type { RecordReference } from './record-titles.ts'

/** Returns the enumeration whose values a field has. Undefined for any other field. */
export function enumerationIn(record_type: string, field: string): Enumeration | undefined {
  const property = propertiesOf(record_type)?.[field]
  return property && enumerationOf(ruleOf(property))
}

/** Returns the label that a field of a kind has of its own. Undefined if it is called as in every kind. */
export function ownLabelIn(record_type: string, field: string): Phrase | undefined {
  const property = propertiesOf(record_type)?.[field]
  return property && ownLabelOf(ruleOf(property))
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

/** Returns the expectations of a decision that a value of a field contains. Empty for any other value. */
export function expectationsIn(record_type: string, field: string, value: unknown): StoredExpectation[] {
  return record_type === 'decision' && field === 'expected' && Array.isArray(value) ? value : []
}

/** Returns the app or the product that an expectation measures. */
export function measuredRecord({ app_id, product_id }: Pick<StoredExpectation, 'app_id' | 'product_id'>) {
  return app_id === null
    ? { record_type: 'product', record_id: Number(product_id) }
    : { record_type: 'app', record_id: app_id }
}

/** Returns the records that a value of a field refers to, or the person whom a text may name. */
export function recordsIn(record_type: string, field: string, value: unknown): RecordReference[] {
  const record = personIn(field, value) ?? referenceOf(record_type, field, value)
  if (record) return [record]
  return [...listedRecords(value), ...expectationsIn(record_type, field, value).map(measuredRecord)]
}

/** Returns the records that the previous and new values of changes refer to. */
export function referencesOf(entries: Pick<ActivityEntry, 'record_type' | 'changes'>[]): RecordReference[] {
  return entries.flatMap(({ record_type, changes }) =>
    Object.entries(changes).flatMap(([field, { from, to }]) =>
      [from, to].flatMap((value) => recordsIn(record_type, field, value)),
    ),
  )
}

function propertiesOf(record_type: string) {
  return recordCatalog.get(record_type)?.entity.meta.properties
}
