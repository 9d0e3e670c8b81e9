import type { FastifyRequest } from 'fastify'
import { ownPath, refererPath } from './referer-path.ts'

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
  const sender = request.method === 'GET' ? refererPath(request) : undefined
  return sender && isList(sender, collection) ? ownPath(sender) : undefined
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

function withParameter(address: string, name: string, value: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ [name]: value })}`
}

function isList(path: string, collection: string): boolean {
  return URL.parse(path, 'http://own')?.pathname === `/admin/${collection}`
}
