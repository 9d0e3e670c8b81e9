import { cursorExpiredMessage } from '../../src/journal/change-feed/cursor-expired.ts'
import type { FaultCode } from '../../src/record/fault.ts'

/** The status and the default message of each fault. */
export const faultResponses: Record<FaultCode | 'server_error', { status: number; message: string }> = {
  malformed_json: { status: 400, message: 'Malformed JSON.' },
  bad_request: { status: 400, message: 'Bad request.' },
  unauthenticated: { status: 401, message: 'Unauthenticated.' },
  missing_ability: { status: 403, message: 'This action is unauthorized.' },
  policy_denied: { status: 403, message: 'This action is unauthorized.' },
  not_found: { status: 404, message: 'Not found.' },
  method_not_allowed: { status: 405, message: 'Method not allowed.' },
  conflict: { status: 409, message: 'Conflict.' },
  too_many_proposals: { status: 409, message: 'Conflict.' },
  idempotency_in_progress: { status: 409, message: 'Conflict.' },
  cursor_expired: { status: 410, message: cursorExpiredMessage },
  precondition_failed: { status: 412, message: 'Precondition failed.' },
  payload_too_large: { status: 413, message: 'The POST data is too large.' },
  unsupported_media_type: { status: 415, message: 'Unsupported media type.' },
  validation_failed: { status: 422, message: 'Validation failed.' },
  canon_guard: { status: 422, message: 'A canon rule forbids this.' },
  idempotency_mismatch: { status: 422, message: 'Validation failed.' },
  rate_limited: { status: 429, message: 'Too Many Attempts.' },
  server_error: { status: 500, message: 'Server Error' },
  unavailable: { status: 503, message: 'Service unavailable.' },
}
