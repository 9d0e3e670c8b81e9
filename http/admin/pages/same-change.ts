import type { SetRecord } from '../../../src/catalog/undo/set-fields.ts'
import { pagesOfType } from '../records/index.ts'
import type { SameRequest } from '../request/propose.ts'

/** Returns the request of the portfolio API that sets the same fields of a record. A retraction has routes of its own. */
export function sameChange({ record_type, record_id, values }: SetRecord): SameRequest {
  const path = `/${pagesOfType(record_type)?.collection}/${record_id}`
  const { retraction: reason } = values
  if (reason === undefined) return { method: 'PATCH', path, body: values }
  return reason === null
    ? { method: 'DELETE', path: `${path}/retract`, body: {} }
    : { method: 'POST', path: `${path}/retract`, body: { reason } }
}
