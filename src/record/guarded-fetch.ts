import { Agent, type RequestInit, type Response, fetch as send } from 'undici'
import { guardedLookup, isHostAllowed } from './public-address.ts'

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
