import type { ReadableStream } from 'node:stream/web'
import { Agent, type RequestInit, type Response, fetch as send } from 'undici'
import { type Phrase, phrase } from '../language/phrase.ts'
import type { Message } from './fault.ts'
import { blockedPort, guardedLookup, isHostAllowed, isLoopbackName } from './public-address.ts'

/**
 * Returns why nothing may be sent to a URL, as a sentence about `{subject}`, or undefined if it may. Names are resolved
 * when something is sent. `isLocal` allows this machine, by http too.
 */
export function addressFault(text: string, isLocal: boolean, subject: Message): Phrase | undefined {
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(isLocal && isLoopbackName(url.hostname)))
    return phrase('validation.httpsAddress', { subject })
  const port = blockedPort(url)
  if (port !== undefined) return phrase('validation.uncalledPort', { subject, port })
  return isHostAllowed(url.hostname, isLocal) ? undefined : phrase('validation.publicAddress', { subject })
}

// Longer than the signal of any caller lasts. With the same limit, the connection could fail first, and a timeout would
// be reported as an error of the other side.
const timeoutMs = 30_000

// A new connection for each request: a kept one may be closed by the other side at the moment it is used again.
const connections = new Agent({
  pipelining: 0,
  connect: { lookup: guardedLookup, timeout: timeoutMs },
  headersTimeout: timeoutMs,
  bodyTimeout: timeoutMs,
})

type Init = Omit<RequestInit, 'dispatcher' | 'redirect'> & {
  /** Allows this machine. */
  isLocal: boolean
}

/**
 * Sends a request to an address that is not trusted. It must be public, in whatever notation, and the address that a name
 * resolves to is checked and used. Redirects are not followed. The signal of the caller limits the time.
 */
export async function guardedFetch(url: string | URL, { isLocal, ...init }: Init): Promise<Response> {
  if (!isHostAllowed(new URL(url).hostname, isLocal)) throw new Error('The address is not public.')
  return send(url, { ...init, redirect: 'manual', dispatcher: connections })
}

/** The longest time that `readStart` waits: the status is known already, and a slow answer must not delay the caller. */
const startMs = 1000

/** Returns the first bytes of an answer, or fewer if the rest of them is late or fails. */
export async function readStart(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<string> {
  if (!body) return ''
  const reader = body.getReader()
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), startMs)
  const parts: Uint8Array[] = []
  let size = 0
  try {
    while (size < maxBytes) {
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
  return Buffer.concat(parts).subarray(0, maxBytes).toString()
}

/**
 * Returns an answer, or undefined if it is larger than the limit, which holds for its decompressed size: a small compressed
 * body can expand to a very large one.
 */
export async function readAtMost(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.byteLength
    if (size > maxBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}
