import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Returns the result of a change for the caller. A caller without read access gets of each record the id and the fields
 * that the body or the action set, so that a change does not reveal the rest.
 */
export function visibleChange(
  { mayReadResult }: FastifyRequest,
  result: object,
  body: unknown,
  set: readonly string[] = [],
): object {
  if (mayReadResult) return result
  const names = new Set(['id', ...set, ...Object.keys((body as object | null) ?? {})])
  return Object.fromEntries(
    Object.entries(result).flatMap(([name, value]) => {
      if (typeof value !== 'object' || value === null) return [[name, value]]
      if (!('id' in value)) return []
      return [[name, Object.fromEntries(Object.entries(value).filter(([field]) => names.has(field)))]]
    }),
  )
}

/** Returns the result of a creation for the caller. A caller without read access gets the new record, but no other ones. */
export function visibleCreation({ mayReadResult }: FastifyRequest, result: object): object {
  return mayReadResult || !('similar' in result) ? result : { ...result, similar: [], open_here: [] }
}

/** Sends the visible part of a result. The schema of the response requires every field of the record. */
export function sendVisible(request: FastifyRequest, reply: FastifyReply, body: unknown): FastifyReply {
  if (!request.mayReadResult) reply.serializer(JSON.stringify).type('application/json; charset=utf-8')
  return reply.send(body)
}
