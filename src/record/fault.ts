import { type Phrase, phrase } from '../language/phrase.ts'

/** A sentence of the service. A string is English in every language, such as that of an answer that only programs read. */
export type Message = string | Phrase

/** Error messages by field: `{ name: ['The name field is required.'] }`. Nested: `tasks.1.title`. */
export type FieldErrors = Record<string, Message[]>

/** The codes of expected failures. Every surface uses the same codes. */
export const faultCodes = [
  'unauthenticated',
  'missing_ability',
  'policy_denied',
  'not_found',
  'method_not_allowed',
  'malformed_json',
  'bad_request',
  'unsupported_media_type',
  'payload_too_large',
  'validation_failed',
  'conflict',
  'canon_guard',
  'too_many_proposals',
  'claimed',
  'delegated',
  'precondition_failed',
  'cursor_expired',
  'idempotency_mismatch',
  'idempotency_in_progress',
  'rate_limited',
  'unavailable',
] as const
export type FaultCode = (typeof faultCodes)[number]

/**
 * An expected failure, thrown where it is detected. Each surface converts it to a response in one place.
 * `details` are additional keys of the response body.
 */
export class Fault extends Error {
  readonly code: FaultCode
  /** What the fault says to people. `message` is the same in English. */
  readonly sentence: Message | undefined
  readonly errors: FieldErrors | undefined
  readonly details: Record<string, unknown>

  constructor(
    code: FaultCode,
    sentence?: Message,
    errors?: FieldErrors,
    details: Record<string, unknown> = {},
  ) {
    super(String(sentence ?? code))
    this.code = code
    this.sentence = sentence
    this.errors = errors
    this.details = details
  }
}

/** Returns the fault for invalid fields: `invalid({ name: 'The name has already been taken.' })`. */
export function invalid(errors: Record<string, Message>): Fault {
  const lists = Object.entries(errors).map(([name, message]) => [name, [message]])
  return new Fault('validation_failed', phrase('fault.validationFailed'), Object.fromEntries(lists))
}

/** Returns the fault for an action that the caller is not allowed to perform. */
export function policyDenied(): Fault {
  return new Fault('policy_denied')
}

/** Returns the fault for a write that conflicted with a concurrent one. A retry may succeed. */
export function concurrentChange(): Fault {
  return new Fault('conflict', phrase('fault.concurrentChange'))
}

/** Returns the fault of a decision that was made on another version of a record than the present one. */
export function anotherVersion(): Fault {
  return new Fault('conflict', phrase('fault.anotherVersion'), undefined, { another_version: true })
}

/** Returns whether an error is the fault of `anotherVersion`. */
export function isAnotherVersion(error: unknown): boolean {
  return error instanceof Fault && error.details.another_version === true
}

/** Returns the fault for a record that does not exist, or whose existence the caller may not know. */
export function notFound(): Fault {
  return new Fault('not_found', phrase('fault.notFound'))
}
