import type { FastifyRequest } from 'fastify'

/** The secret that a request sends as `Authorization: Bearer`. */
export function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
}
