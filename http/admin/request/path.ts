import type { FastifyRequest } from 'fastify'
import type { Person } from '../../../src/access/person.ts'
import { notFound } from '../../../src/record/fault.ts'
import { PathId } from '../../../src/record/rules/id.ts'
import { publicPath } from '../../answers/public-path.ts'

/** Returns the page of the web interface that a request was sent from. Undefined if the browser names no such page. */
export function refererPath({ headers, server }: FastifyRequest): string | undefined {
  const sender = URL.parse(headers.referer ?? '')
  const prefix = publicPath(server.config)
  return sender?.pathname.startsWith(prefix)
    ? ownPath(sender.pathname.slice(prefix.length) + sender.search)
    : undefined
}

/**
 * Returns the value if it is a path of the web interface, otherwise undefined. A redirect to any other value could lead
 * to another site: browsers resolve dot segments and read a backslash as a slash.
 */
export function ownPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\/admin(?!\/log(in|out)\b)([/?][\x21-\x7e]*)?$/.test(value))
    return undefined
  const url = URL.parse(value, 'http://own')
  return url && url.pathname + url.search + url.hash === value ? value : undefined
}

/** Returns the address of the first page of a person. */
export function homeOf({ role }: Person): string {
  return role === 'user' ? '/admin/account' : '/admin'
}

/** Returns the address of the page after a sign-in: `wanted` if it is a page of the web interface. */
export function pageAfterSignIn(wanted: unknown, person: Person): string {
  const next = ownPath(wanted)
  // The root of the server leads to the dashboard, which not every person may see.
  return next === undefined || next === '/admin' ? homeOf(person) : next
}

/** Returns the id that a parameter of the path contains. Throws `not_found` if it is malformed. */
export function pathId({ params }: FastifyRequest, name = 'id'): number {
  return parseId((params as Record<string, unknown>)[name])
}

/** Returns the id that a part of an address contains. Throws `not_found` if it is malformed. */
export function parseId(value: unknown): number {
  const { success, data } = PathId.safeParse(value)
  if (!success) throw notFound()
  return data
}
