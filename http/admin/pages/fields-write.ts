import type { SetRecord } from '../../../src/catalog/undo/set-fields.ts'
import type { FormWrite } from '../request/propose.ts'

/** Returns the write that sets these fields of a record. A retraction is an operation of its own. */
export function fieldsWrite({ record_type: type, record_id: id, values }: SetRecord): FormWrite {
  const { retraction: reason } = values
  if (reason === undefined) return { type, action: 'change', id, body: values }
  return reason === null
    ? { type, action: 'restore', id, body: {} }
    : { type, action: 'retract', id, body: { reason } }
}
