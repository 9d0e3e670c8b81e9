import { guardedFetch, readAtMost, readStart } from '../../record/guarded-fetch.ts'

const maxBytes = 1024 * 1024
// The start of an error is read for the log.
const maxErrorBytes = 4096

/** The provider cannot be reached, answered with an error, or redirected. */
export class ProviderFailed extends Error {}

/** What a provider answered, for the log. */
export type ProviderResponse = { status?: number; body?: string }

/**
 * Returns a `fetch` for an untrusted provider: its address must be public, redirects are not followed, the size of its
 * answer is limited, and of an error only the start is read. The answer is noted in `received`.
 */
export function providerFetch(received: ProviderResponse): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const { method = 'POST', headers, body, signal } = init ?? {}
    const request = { method, headers: new Headers(headers), body: String(body), signal: signal ?? null }
    // The address is set in the environment, so it may be this machine.
    const response = await guardedFetch(url, {
      ...request,
      headers: [...request.headers],
      isLocal: true,
    }).catch((error: unknown) => {
      throw signal?.aborted ? error : new ProviderFailed(`The provider cannot be reached: ${causeOf(error)}`)
    })
    received.status = response.status
    if (!response.ok) {
      received.body = await readStart(response.body, maxErrorBytes)
      throw new ProviderFailed(`The provider answered ${response.status}.`)
    }
    const answer = await readAtMost(response.body, maxBytes)
    if (!answer) throw new Error('The answer of the provider is too large.')
    received.body = answer.toString()
    return new Response(answer, { headers: { 'content-type': 'application/json' } })
  }
}

// `fetch` itself says only "fetch failed".
function causeOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}
