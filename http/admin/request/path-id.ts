import type { FastifyRequest } from 'fastify'
import { notFound } from '../../../src/record/fault.ts'
import { PathId } from '../../../src/record/rules/id.ts'

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
