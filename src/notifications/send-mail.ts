import { type Outcome, outcomeOf, Stopped } from './post.ts'
import type { NotificationSettings } from './settings.ts'

const timeoutMs = 15_000

type Mail = { to: string; subject: string; text: string }
type Refused = Error & { responseCode?: number; response?: string }

/** Sends a mail of plain text. Throws `Stopped` if `signal` is aborted. */
export async function sendMail(
  { url, from }: NonNullable<NotificationSettings['mail']>,
  mail: Mail,
  signal?: AbortSignal,
): Promise<Outcome> {
  const started = performance.now()
  const duration = () => ({ duration_ms: Math.round(performance.now() - started) })
  // Loaded with the first mail.
  const { createTransport } = await import('nodemailer')
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = createTransport({ url, ...limits, disableFileAccess: true, disableUrlAccess: true })
  const interrupted = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])])
  try {
    const { response } = await Promise.race([transport.sendMail({ ...mail, from }), rejectOn(interrupted)])
    return outcomeOf({ ...duration(), status: Number(response.slice(0, 3)), answer: response.slice(0, 500) })
  } catch (error) {
    if (signal?.aborted) throw new Stopped('The server stops.')
    const { responseCode: status, response, message } = error as Refused
    if (status) {
      const failure = `The mail server answered ${status}.`
      return outcomeOf({ ...duration(), status, answer: response?.slice(0, 500) ?? null, failure })
    }
    const failure = interrupted.aborted
      ? 'The mail server did not answer within 15 seconds.'
      : `The mail server cannot be reached: ${message}`
    return outcomeOf({ ...duration(), failure })
  } finally {
    transport.close()
  }
}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('Interrupted.')))
  })
}
