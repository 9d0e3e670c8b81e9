import { isIP } from 'node:net'
import { Agent, fetch as send } from 'undici'
import { guardedLookup, isAllowed } from './address.ts'

const mostBytes = 1024 * 1024
const timeout = 20_000

/** The provider did not answer the question: it cannot be reached, refuses, or sends us elsewhere. */
export class ProviderRefused extends Error {}

// A new connection each: one that was kept may be closed at the other end just as it is used again.
const connections = new Agent({
  pipelining: 0,
  connect: { lookup: guardedLookup, timeout },
  headersTimeout: timeout,
  bodyTimeout: timeout,
})

/**
 * A `fetch` for a provider that is not trusted: its address must be public, it cannot send us elsewhere, and it
 * may answer so much and no more. What it says of its errors is not read.
 */
export const providerFetch: typeof fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isAllowed(host, host))
    throw new ProviderRefused('The address of the provider is not public.')
  const { method = 'POST', headers, body, signal } = init ?? {}
  const request = { method, headers: new Headers(headers), body: String(body), signal: signal ?? null }
  const response = await send(url, {
    ...request,
    headers: [...request.headers],
    redirect: 'manual',
    dispatcher: connections,
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : new ProviderRefused('The provider cannot be reached.')
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new ProviderRefused(`The provider answered ${response.status}.`)
  }
  return new Response(await readAll(response.body), { headers: { 'content-type': 'application/json' } })
}

// Counts what is unpacked, not what came over the wire: little can be packed into much.
async function readAll(body: AsyncIterable<Uint8Array> | null): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.byteLength
    if (size > mostBytes) throw new Error('The answer of the provider is too long.')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
