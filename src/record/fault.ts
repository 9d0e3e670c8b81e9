/** Messages by field: `{ name: ['The name field is required.'] }`. Nested fields are dotted: `tasks.1.title`. */
export type FieldErrors = Record<string, string[]>

/** What can go wrong by the caller's doing or the world's, each with one name on every surface. */
export type FaultCode =
  | 'unauthenticated'
  | 'missing_ability'
  | 'policy_denied'
  | 'not_found'
  | 'method_not_allowed'
  | 'malformed_json'
  | 'unsupported_media_type'
  | 'payload_too_large'
  | 'validation_failed'
  | 'conflict'
  | 'precondition_failed'
  | 'idempotency_mismatch'
  | 'idempotency_in_progress'
  | 'rate_limited'
  | 'unavailable'

/** Thrown where the fault is known, translated once at each border. `details` are further keys of the answer. */
export class Fault extends Error {
  readonly code: FaultCode
  readonly errors: FieldErrors | undefined
  readonly details: Record<string, unknown>

  constructor(
    code: FaultCode,
    message?: string,
    errors?: FieldErrors,
    details: Record<string, unknown> = {},
  ) {
    super(message ?? code)
    this.code = code
    this.errors = errors
    this.details = details
  }
}

/** A value breaks a rule: `invalid({ name: 'The name has already been taken.' })`. */
export function invalid(errors: Record<string, string>): Fault {
  const lists = Object.entries(errors).map(([name, sentence]) => [name, [sentence]])
  return new Fault('validation_failed', 'Validation failed.', Object.fromEntries(lists))
}

/** There is no such record, or none the caller may know of. */
export function notFound(): Fault {
  return new Fault('not_found', 'Not found.')
}
