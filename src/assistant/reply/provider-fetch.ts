import { isIP } from 'node:net'
import { Agent, fetch as send } from 'undici'
import { guardedLookup, isAllowed } from './address.ts'

const maxBytes = 1024 * 1024
// Longer than the signal of the caller lasts. With the same limit, the connection could fail first, and a timeout would
// be reported as an error of the provider.
const timeoutMs = 30_000

/** The provider cannot be reached, answered with an error, or redirected. */
export class ProviderFailed extends Error {}

// A new connection for each call: a kept one may be closed by the provider at the moment it is used again.
const connections = new Agent({
  pipelining: 0,
  connect: { lookup: guardedLookup, timeout: timeoutMs },
  headersTimeout: timeoutMs,
  bodyTimeout: timeoutMs,
})

/**
 * A `fetch` for an untrusted provider: its address must be public, redirects are not followed, the size of its answer
 * is limited, and the body of an error is not read.
 */
export const providerFetch: typeof fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isAllowed(host, host))
    throw new ProviderFailed('The address of the provider is not public.')
  const { method = 'POST', headers, body, signal } = init ?? {}
  const request = { method, headers: new Headers(headers), body: String(body), signal: signal ?? null }
  const response = await send(url, {
    ...request,
    headers: [...request.headers],
    redirect: 'manual',
    dispatcher: connections,
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : new ProviderFailed('The provider cannot be reached.')
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new ProviderFailed(`The provider answered ${response.status}.`)
  }
  return new Response(await readAll(response.body), { headers: { 'content-type': 'application/json' } })
}

// Limits the decompressed size: a small compressed body can expand to a very large one.
async function readAll(body: AsyncIterable<Uint8Array> | null): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.byteLength
    if (size > maxBytes) throw new Error('The answer of the provider is too large.')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
