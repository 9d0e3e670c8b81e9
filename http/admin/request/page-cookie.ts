import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languages } from '../../../src/language/languages.ts'
import { translate } from '../../../src/language/translate.ts'
import { values } from '../../../src/record/rules/enumeration.ts'
import { cookieName, cookieOptions, sessionSecret } from './session.ts'

const separator = '.'

/**
 * Sets a cookie that tells the next page what this request did. It is signed by the secret of the session, so that only
 * the server can write it: a program that can set cookies in the browser does not know the secret.
 */
export function setPageCookie(reply: FastifyReply, name: string, value: string, maxAge: number): void {
  const { request } = reply
  const { config } = request.server
  const signed = signatureOf(request, name, value) + separator + value
  reply.setCookie(cookieName(config, name), signed, { ...cookieOptions(config), maxAge })
  if (request.sentForm) request.sentForm.cookies[name] = { value, maxAge }
}

/** Returns the value of such a cookie. Undefined if there is none, or if it is not of this session. */
export function readPageCookie(request: FastifyRequest, name: string): string | undefined {
  const signed = request.cookies[cookieName(request.server.config, name)]
  if (signed === undefined) return undefined
  const value = signed.slice(signed.indexOf(separator) + separator.length)
  return signed === signatureOf(request, name, value) + separator + value ? value : undefined
}

/** Removes such a cookie, if there is one. */
export function clearPageCookie(request: FastifyRequest, reply: FastifyReply, name: string): void {
  const { config } = request.server
  if (request.cookies[cookieName(config, name)] !== undefined)
    reply.clearCookie(cookieName(config, name), cookieOptions(config))
}

function signatureOf(request: FastifyRequest, name: string, value: string): string {
  const hmac = createHmac('sha256', sessionSecret(request) ?? '')
  return hmac.update(`${name}=${value}`).digest('base64url')
}

/** What the page after an action says once: what was done, and the warnings about it. */
export type Notice = { done: string; warnings: string[] }

const noticeCookie = 'notice'
const seconds = 60
// Browsers drop a cookie of more than 4,096 bytes. A Cyrillic letter takes six bytes in it.
const maxCookieSize = 3500

/** Stores the notice that the next page shows. */
export function setNotice(reply: FastifyReply, { done, warnings }: Notice): void {
  const lines = [done, ...warnings].map((line) => line.replaceAll(/\s+/g, ' '))
  setPageCookie(reply, noticeCookie, cut(lines.join('\n')), seconds)
}

/** Returns the notice of the preceding action, if there is one, and removes it. */
export function takeNotice(request: FastifyRequest, reply: FastifyReply): Notice | undefined {
  const stored = readPageCookie(request, noticeCookie)
  clearPageCookie(request, reply, noticeCookie)
  if (stored === undefined || !(request.session || isSignedOut(stored))) return undefined
  const [done = '', ...warnings] = stored.split('\n')
  return { done, warnings }
}

// The only notice that is shown without a session, because any other text could be planted in a cookie then. The language may
// have been that of the person.
function isSignedOut(notice: string): boolean {
  return values(languages).some((language) => translate(language, 'signIn.signedOut') === notice)
}

const savedCookie = 'saved'

/** Tells the next page the id of the form that was saved. */
export function setSavedForm(reply: FastifyReply, id: string): void {
  setPageCookie(reply, savedCookie, id, seconds)
}

/** Returns the id of the form that the preceding action saved, if there is one, and removes it. */
export function takeSavedForm(request: FastifyRequest, reply: FastifyReply): string | undefined {
  const id = readPageCookie(request, savedCookie)
  clearPageCookie(request, reply, savedCookie)
  return id
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

const keysCookie = 'character-keys'
// Browsers keep a cookie no longer.
const maxAge = 400 * 86_400

/** Returns whether keys that are single characters do something in the browser that sent the request. */
export function hasCharacterKeys({ cookies, server }: FastifyRequest): boolean {
  return cookies[cookieName(server.config, keysCookie)] !== 'off'
}

/** Switches the keys that are single characters on or off in a browser. */
export function switchCharacterKeys(reply: FastifyReply, state: 'on' | 'off'): void {
  const { config } = reply.request.server
  reply.setCookie(cookieName(config, keysCookie), state, { ...cookieOptions(config), maxAge })
}
