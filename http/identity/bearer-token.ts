import type { FastifyRequest } from 'fastify'

/** Returns the token of the `Authorization: Bearer` header. */
export function bearerToken({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
}
