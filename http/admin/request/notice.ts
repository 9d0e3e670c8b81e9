import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicPath } from '../../answers/public-path.ts'

/** What the page after an action says once: what was done, and the warnings about it. */
export type Notice = { done: string; warnings: string[] }

const cookieName = 'notice'
// Browsers drop a cookie of more than 4,096 bytes. A Cyrillic letter takes six bytes in it.
const maxCookieSize = 3500

/** Stores the notice that the next page shows. */
export function setNotice(reply: FastifyReply, { done, warnings }: Notice): void {
  const lines = [done, ...warnings].map((line) => line.replaceAll(/\s+/g, ' '))
  reply.setCookie(cookieName, cut(lines.join('\n')), { ...pageCookie(reply.request), maxAge: 60 })
}

/** Returns the notice of the preceding action, if there is one, and removes it. */
export function takeNotice(request: FastifyRequest, reply: FastifyReply): Notice | undefined {
  const stored = request.cookies[cookieName]
  if (stored === undefined) return undefined
  reply.clearCookie(cookieName, pageCookie(request))
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

/** Returns the options of a cookie that tells the next page what the last one did. */
export function pageCookie({ server }: FastifyRequest) {
  return { path: `${publicPath(server.config)}/admin`, httpOnly: true, sameSite: 'lax' } as const
}
