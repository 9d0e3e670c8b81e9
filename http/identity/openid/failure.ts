import { truncate } from '../../../src/record/rules/truncate.ts'

/** Why the OpenID provider could not be asked, or what is wrong with its answer. */
export type FailureReason = 'expired' | 'cancelled' | 'provider_unreachable' | 'provider_error'

/** The failure of a request to the OpenID provider, or of its answer. `detail` is for the log and has no secrets. */
export class OpenIdFailure extends Error {
  readonly reason: FailureReason
  readonly detail: Record<string, unknown>

  constructor(reason: FailureReason, detail: Record<string, unknown>) {
    super(String(detail.message ?? reason))
    this.reason = reason
    this.detail = detail
  }
}

const maxDetailLength = 300

type LibraryError = Error & { code?: unknown; error?: unknown; error_description?: unknown }
// What the library compared: a claim of a token, an attribute of an answer, or a field of the header of a token.
type Compared = {
  claim?: string
  attribute?: string
  expected?: unknown
  now?: unknown
  claims?: Record<string, unknown>
  body?: Record<string, unknown>
  header?: Record<string, unknown>
}

/** Runs requests to the provider. Throws their failures as `OpenIdFailure`. */
export async function explained<T>(requests: () => Promise<T>): Promise<T> {
  try {
    return await requests()
  } catch (cause) {
    if (cause instanceof OpenIdFailure) throw cause
    const error = cause as LibraryError
    throw new OpenIdFailure(reasonOf(error), detailOf(error))
  }
}

// The error may contain tokens and personal data, so only the reason and the field that was compared are taken.
function detailOf({ message, code, error, error_description, cause }: LibraryError) {
  const compared = { ...((cause instanceof Error ? cause.cause : cause) as Compared | undefined) }
  const { claim, attribute = claim, claims, body = claims, expected, now, header } = compared
  const parts = {
    message: cause instanceof Error ? cause.message : message,
    code,
    error,
    error_description,
    field: attribute,
    expected,
    received: attribute === undefined ? undefined : body?.[attribute],
    now: claim === undefined ? undefined : now,
    algorithm: header?.alg,
    key_id: header?.kid,
  }
  const known = Object.entries(parts).filter(([, value]) => value !== undefined)
  return Object.fromEntries(known.map(([name, value]) => [name, truncate(shown(value), maxDetailLength)]))
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function reasonOf({ message, code, error, cause }: LibraryError): FailureReason {
  if (error === 'access_denied') return 'cancelled'
  // A code that was used already, or too late.
  if (error === 'invalid_grant') return 'expired'
  const isUnavailable = cause instanceof Response && cause.status >= 500
  if (message === 'fetch failed' || code === 'OAUTH_TIMEOUT' || isUnavailable) return 'provider_unreachable'
  return 'provider_error'
}
