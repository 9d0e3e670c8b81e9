import { Agent, fetch as send } from 'undici'
import { type Phrase, phrase } from '../language/phrase.ts'
import { guardedFetch, readStart } from '../record/guarded-fetch.ts'
import { toStorable } from '../record/rules/text.ts'
import { truncate } from '../record/rules/truncate.ts'

const timeoutMs = 15_000
const maxTextLength = 500
const maxAnswerBytes = 4 * maxTextLength
const maxRetryAfterMs = 24 * 3_600_000

/** Why a receiver did not take a message, in the terms of MCP events, which say nothing of what the receiver answered. */
export const failureReasons = [
  'connection_refused',
  'timeout',
  'tls_error',
  'http_4xx',
  'http_5xx',
  'challenge_failed',
] as const
export type FailureReason = (typeof failureReasons)[number]

/** The outcome of a request: the answer of the receiver, or why there is none. */
export type Outcome = {
  duration_ms: number
  status: number | null
  /** The first 500 characters of the answer. */
  answer: string | null
  failure: Phrase | null
  reason: FailureReason | null
  /** The time that the receiver asks to wait. */
  retryAfterMs: number
  /** The id that Telegram has given to the chat. */
  chat_id?: string | undefined
}

/** Returns an outcome with some of its values. An answer that others have sent is truncated, and can be stored. */
export function outcomeOf({ answer = null, ...found }: Partial<Outcome>): Outcome {
  return {
    duration_ms: 0,
    status: null,
    failure: null,
    reason: null,
    retryAfterMs: 0,
    ...found,
    answer: answer && storableText(answer),
  }
}

/** Returns the first 500 characters of a text that others may have sent, without those that cannot be stored. */
export function storableText(text: string): string {
  return toStorable(truncate(text, maxTextLength))
}

/** The server stops while a request runs. Nothing is known about its outcome. */
export class Stopped extends Error {}

// The address of an API in the environment may be one of a private network.
const trustedConnections = new Agent({ pipelining: 0, connect: { timeout: timeoutMs } })

type Message = {
  url: string
  headers: Record<string, string>
  body: string
  signal?: AbortSignal | undefined
  /** Allows this machine. */
  isLocal: boolean
  /** The host is configured in the environment. */
  isTrusted?: boolean
}

/**
 * Sends a POST and waits at most 15 seconds for the answer. Redirects are not followed. A host that resolves to an address
 * which is not public fails. The caller has checked the URL by `addressFault`.
 *
 * @throws Stopped if `signal` is aborted
 */
export async function post({ url, headers, body, signal, isLocal, isTrusted }: Message): Promise<Outcome> {
  const started = performance.now()
  const timeout = AbortSignal.timeout(timeoutMs)
  const outcome = (found: Partial<Outcome>) =>
    outcomeOf({ duration_ms: Math.round(performance.now() - started), ...found })
  try {
    const request = {
      method: 'POST',
      headers: { 'user-agent': 'portfolio-ops', ...headers },
      body,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    }
    const response = isTrusted
      ? await send(url, { ...request, redirect: 'manual', dispatcher: trustedConnections })
      : await guardedFetch(url, { ...request, isLocal })
    const { status } = response
    const measured = outcome({ status, retryAfterMs: retryAfterMs(response.headers.get('retry-after')) })
    const answer = await readStart(response.body, maxAnswerBytes)
    const reason = isAccepted({ status }) ? null : status >= 500 ? 'http_5xx' : 'http_4xx'
    return outcomeOf({ ...measured, answer, failure: failureOf(status), reason })
  } catch (error) {
    if (signal?.aborted) throw new Stopped('The server stops.')
    if (timeout.aborted) return outcome({ failure: phrase('notifications.noAnswer'), reason: 'timeout' })
    const failure = phrase('notifications.unreachable', { cause: storableText(causeOf(error)) })
    return outcome({ failure, reason: isTlsError(error) ? 'tls_error' : 'connection_refused' })
  }
}

/** Returns whether a receiver has accepted what was sent. */
export function isAccepted({ status }: Pick<Outcome, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300
}

function failureOf(status: number): Phrase | null {
  if (isAccepted({ status })) return null
  const isRedirect = status >= 300 && status < 400
  return phrase(isRedirect ? 'notifications.redirected' : 'notifications.answered', { status })
}

// `fetch` itself says only "fetch failed".
function causeOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code || message : message
}

function isTlsError(error: unknown): boolean {
  const { code = '' } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException
  return /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/.test(code)
}

// Seconds, or a date.
function retryAfterMs(header: string | null): number {
  if (header === null) return 0
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return ms > 0 ? Math.min(ms, maxRetryAfterMs) : 0
}
