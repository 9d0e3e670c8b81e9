import { phrase } from '../../language/phrase.ts'
import { isLoopbackName } from '../../record/public-address.ts'
import { type Outcome, outcomeOf, Stopped, storableText } from '../post.ts'
import type { NotificationSettings } from '../settings.ts'

const timeoutMs = 15_000
// A server may take ten minutes to accept a message (RFC 5321, section 4.5.3.2). Until then it may have stored it, so an
// earlier end would send it twice.
const silenceMs = 10 * 60_000
const maxDurationMs = 15 * 60_000

type Mail = { id: string; to: string; subject: string; text: string }
type Refused = Error & { code?: string; responseCode?: number; response?: string }

/**
 * Sends a mail of plain text, to another host than this machine over TLS only. A repeated one has the same Message-ID.
 * Throws `Stopped` if `signal` is aborted.
 */
export async function sendMail(
  { url, from }: NonNullable<NotificationSettings['mail']>,
  { id, ...mail }: Mail,
  signal?: AbortSignal,
): Promise<Outcome> {
  const started = performance.now()
  const duration = () => ({ duration_ms: Math.round(performance.now() - started) })
  // Loaded with the first mail.
  const { createTransport } = await import('nodemailer')
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: silenceMs }
  const transport = createTransport({
    url: withTls(url),
    ...limits,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const interrupted = AbortSignal.any([AbortSignal.timeout(maxDurationMs), ...(signal ? [signal] : [])])
  try {
    const messageId = `<${id}@${domainOf(from)}>`
    const { response } = await transport.sendMail({ ...mail, from, messageId, signal: interrupted })
    return outcomeOf({ ...duration(), status: Number(response.slice(0, 3)), answer: response })
  } catch (error) {
    if (signal?.aborted) throw new Stopped('The server stops.')
    const { code, responseCode: status, response, message } = error as Refused
    if (code === 'ETLS') {
      const failure = phrase('notifications.mailNotEncrypted', { cause: storableText(message) })
      return outcomeOf({ ...duration(), failure })
    }
    if (status) {
      const failure = phrase('notifications.mailAnswered', { status })
      return outcomeOf({ ...duration(), status, answer: response ?? null, failure })
    }
    const failure = interrupted.aborted
      ? phrase('notifications.mailNoAnswer')
      : phrase('notifications.mailUnreachable', { cause: storableText(message) })
    return outcomeOf({ ...duration(), failure })
  } finally {
    transport.close()
  }
}

// A parameter of the URL takes precedence over the options of the library, so the requirement is one.
function withTls(text: string): string {
  const url = new URL(text)
  if (url.protocol === 'smtp:' && !isLoopbackName(url.hostname)) url.searchParams.set('requireTLS', 'true')
  return url.href
}

function domainOf(address: string): string {
  return /@([^@>]+)>?\s*$/.exec(address)?.[1] ?? ''
}
