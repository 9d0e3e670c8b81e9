import type { ReadableStream } from 'node:stream/web'
import { guardedFetch } from '../../record/guarded-fetch.ts'

const maxBytes = 1024 * 1024
// The start of an error is read for the log. A provider that sends it slowly must not delay the fallback reply.
const maxErrorBytes = 4096
const maxErrorMs = 1000

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
      received.body = await readStart(response.body)
      throw new ProviderFailed(`The provider answered ${response.status}.`)
    }
    const answer = await readAll(response.body)
    received.body = answer.toString()
    return new Response(answer, { headers: { 'content-type': 'application/json' } })
  }
}

// `fetch` itself says only "fetch failed".
function causeOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}

async function readStart(body: ReadableStream<Uint8Array> | null): Promise<string> {
  if (!body) return ''
  const reader = body.getReader()
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), maxErrorMs)
  const parts: Uint8Array[] = []
  let size = 0
  try {
    while (size < maxErrorBytes) {
      const { done, value } = await reader.read()
      if (done) break
      parts.push(value)
      size += value.byteLength
    }
  } catch {
    // The status says enough.
  } finally {
    clearTimeout(timer)
    await reader.cancel().catch(() => undefined)
  }
  return Buffer.concat(parts).subarray(0, maxErrorBytes).toString()
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
