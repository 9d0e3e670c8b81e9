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

/** Runs requests to the provider. Throws their failures as `OpenIdFailure`. */
export async function explained<T>(requests: () => Promise<T>): Promise<T> {
  try {
    return await requests()
  } catch (cause) {
    const error = cause as LibraryError
    const { message, code, error: name, error_description } = error
    // The cause may contain tokens, so of it only the reason of a failed connection is taken.
    const connection = message === 'fetch failed' ? (error.cause as Error | undefined)?.message : undefined
    const { attribute, body } = (error.cause ?? {}) as { attribute?: string; body?: { issuer?: unknown } }
    const issuer = attribute === 'issuer' ? body?.issuer : undefined
    const parts = { message: connection ?? message, code, error: name, error_description, issuer }
    const detail = Object.entries(parts).filter(([, text]) => typeof text === 'string')
    throw new OpenIdFailure(
      reasonOf(error),
      Object.fromEntries(detail.map(([key, text]) => [key, String(text).slice(0, maxDetailLength)])),
    )
  }
}

function reasonOf({ message, code, error, cause }: LibraryError): FailureReason {
  if (error === 'access_denied') return 'cancelled'
  // A code that was used already, or too late.
  if (error === 'invalid_grant') return 'expired'
  const isUnavailable = cause instanceof Response && cause.status >= 500
  if (message === 'fetch failed' || code === 'OAUTH_TIMEOUT' || isUnavailable) return 'provider_unreachable'
  return 'provider_error'
}
