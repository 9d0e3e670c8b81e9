import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { loggedErrors } from '../../src/journal/request-log/logged-errors.ts'
import type { Fault, FaultCode, FieldErrors } from '../../src/record/fault.ts'

/** Why a request was rejected, as the request log stores it. */
export type Rejection = { code: FaultCode; errors?: FieldErrors }

/** Returns the code of a fault and its errors, without anything that the client sent. */
export function rejectionOf(request: FastifyRequest, { code, errors }: Fault): Rejection {
  if (!errors) return { code }
  const { querystring, body } = request.routeOptions.schema ?? {}
  const isKnown = (name: string) =>
    [querystring, body].some((schema) => schema instanceof z.ZodObject && Object.hasOwn(schema.shape, name))
  // Validation has replaced the parsed query.
  const [, ...parts] = request.originalUrl.split('?')
  const query = Object.fromEntries(new URLSearchParams(parts.join('?')))
  return { code, errors: loggedErrors(errors, { sent: [query, request.receivedBody], isKnown }) }
}
