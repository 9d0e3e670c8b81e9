import type { FastifyRequest } from 'fastify'
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
