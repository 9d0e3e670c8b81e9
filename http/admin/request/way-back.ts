import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Message } from '../../../src/record/fault.ts'
import { pathOf } from '../../request/request-target.ts'
import { listAddress } from '../record/address.ts'
import { clearPageCookie, readPageCookie, setPageCookie } from './page-cookie.ts'
import { ownPath, refererPath } from './path.ts'
import { redirect } from './reply.ts'

/** Returns the page that a form leads to once it is saved, if its address names one of ours. */
export function nextPage({ query }: Pick<FastifyRequest, 'query'>): string | undefined {
  return ownPath((query as { next?: unknown }).next)
}

/**
 * Returns the list that a page was opened from, with its filters: the one that the address of the page names, or else the
 * page with the link to it.
 */
export function listBehind(request: FastifyRequest, collection: string): string | undefined {
  const named = ownPath((request.query as { back?: unknown }).back)
  if (named) return isList(named, collection) ? named : undefined
  if (request.method !== 'GET') return undefined
  const sender = refererPath(request)
  const list = sender && isList(sender, collection) ? sender : rememberedList(request)
  return list && isList(list, collection) ? ownPath(list) : undefined
}

const cookieName = 'back'
const rememberedSeconds = 60
const maxCookieLength = 2000

/**
 * Redirects to the page of a record that was saved. The page leads back to the list that its form was opened from. A
 * cookie names the list, so that the address of the record stays as it is.
 */
export function redirectToSaved(
  request: FastifyRequest,
  reply: FastifyReply,
  { collection, address }: { collection: string; address: string },
  done: Message,
  warnings: readonly Message[],
): FastifyReply {
  const remembered = `${address} ${listBehind(request, collection) ?? ''}`
  if (!remembered.endsWith(' ') && remembered.length <= maxCookieLength)
    setPageCookie(reply, cookieName, remembered, rememberedSeconds)
  return redirect(reply, address, done, warnings)
}

/** Has the browser forget the list that `redirectToSaved` remembered, which leads back once, like the notice. */
export function forgetList(request: FastifyRequest, reply: FastifyReply): void {
  clearPageCookie(request, reply, cookieName)
}

// The list of the record that was saved last.
function rememberedList(request: FastifyRequest): string | undefined {
  const [address, list] = (readPageCookie(request, cookieName) ?? '').split(' ')
  return address === pathOf(request.url) ? list : undefined
}

/** Returns `listBehind` if the list has filters or another state. The entire list needs no such address. */
export function filteredListBehind(request: FastifyRequest, collection: string): string | undefined {
  const list = listBehind(request, collection)
  return list?.includes('?') ? list : undefined
}

/** Returns an address with the list that its page leads back to. */
export function withBack(address: string, back: string | undefined): string {
  return back === undefined ? address : withParameter(address, 'back', back)
}

/** Returns the address of a form with the page that it leads to once it is saved. */
export function withNext(address: string, next: string): string {
  return withParameter(address, 'next', next)
}

/** Returns the address of a form with what it fills in, so that it does so again after an expired session. */
export function formAddress({ url }: FastifyRequest): string {
  const { searchParams } = new URL(url, 'http://own')
  for (const name of ['back', 'next']) searchParams.delete(name)
  return searchParams.size === 0 ? pathOf(url) : `${pathOf(url)}?${searchParams}`
}

function withParameter(address: string, name: string, value: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ [name]: value })}`
}

function isList(path: string, collection: string): boolean {
  return URL.parse(path, 'http://own')?.pathname === listAddress(collection)
}
