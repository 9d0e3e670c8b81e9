import type { FastifyRequest } from 'fastify'
import { pathOf } from '../../request/request-target.ts'

/**
 * Returns the address of a request without its empty parameters, such as those of the controls that a person left blank.
 * Undefined if it has none.
 */
export function withoutEmptyParameters({ url }: Pick<FastifyRequest, 'url'>): string | undefined {
  const path = pathOf(url)
  const sent = new URLSearchParams(url.slice(path.length))
  const given = new URLSearchParams([...sent].filter(([, value]) => value !== ''))
  if (given.size === sent.size) return undefined
  return given.size > 0 ? `${path}?${given}` : path
}
