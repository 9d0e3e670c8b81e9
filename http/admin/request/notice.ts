import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearPageCookie, readPageCookie, setPageCookie } from './page-cookie.ts'

/** What the page after an action says once: what was done, and the warnings about it. */
export type Notice = { done: string; warnings: string[] }

/** The only notice that is shown without a session, because any other text could be planted in a cookie then. */
export const signedOut = 'You are signed out.'

const cookieName = 'notice'
const seconds = 60
// Browsers drop a cookie of more than 4,096 bytes. A Cyrillic letter takes six bytes in it.
const maxCookieSize = 3500

/** Stores the notice that the next page shows. */
export function setNotice(reply: FastifyReply, { done, warnings }: Notice): void {
  const lines = [done, ...warnings].map((line) => line.replaceAll(/\s+/g, ' '))
  setPageCookie(reply, cookieName, cut(lines.join('\n')), seconds)
}

/** Returns the notice of the preceding action, if there is one, and removes it. */
export function takeNotice(request: FastifyRequest, reply: FastifyReply): Notice | undefined {
  const stored = readPageCookie(request, cookieName)
  clearPageCookie(request, reply, cookieName)
  if (stored === undefined || !(request.session || stored === signedOut)) return undefined
  const [done = '', ...warnings] = stored.split('\n')
  return { done, warnings }
}

function cut(text: string): string {
  let size = 0
  let kept = ''
  for (const character of text.toWellFormed()) {
    size += encodeURIComponent(character).length
    if (size > maxCookieSize) return `${kept}…`
    kept += character
  }
  return kept
}
