import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { z } from 'zod'
import { cursorExpiredMessage } from '../../src/journal/change-feed/change-query.ts'
import { loggedErrors } from '../../src/journal/request-log/logged-errors.ts'
import { phrase } from '../../src/language/phrase.ts'
import { toFault } from '../../src/record/database-fault.ts'
import { Fault, type FaultCode, type Message } from '../../src/record/fault.ts'
import { credentialAdvice, type RouteAuth } from '../identity/area-auth.ts'
import type { Server } from '../server/server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request was rejected, for the request log. */
    rejection?: Rejection | undefined
  }
}

/** Sends every fault in the same format. An unexpected error is logged, and its details are not sent. */
export const errors = fastifyPlugin(
  async (app: Server) => {
    app.decorateRequest('rejection', undefined)
    app.setErrorHandler((error: FastifyError, request, reply) => {
      const fault = toFault(fromFramework(error) ?? error)
      const { auth } = request.routeOptions.config
      // A write finds that its credential was revoked while the request was read.
      if (fault instanceof Fault && fault.code === 'unauthenticated' && auth)
        return sendUnauthenticated(request, reply, auth.unauthenticated)
      if (fault instanceof Fault) return sendFault(request, reply, fault)
      request.log.error({ err: error }, 'unexpected error')
      return reply
        .code(500)
        .send({ message: faultResponses.server_error.message, code: 'server_error', request_id: request.id })
    })
  },
  { name: 'errors' },
)

/** Answers a request without a valid credential in the way of its area. */
export async function sendUnauthenticated(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, message, source }: RouteAuth['unauthenticated'],
): Promise<FastifyReply> {
  const next = await credentialAdvice(request, source)
  return sendFault(request, reply, new Fault('unauthenticated', message, undefined, { next }), status)
}

/** Sends a fault as an error response. The portfolio API passes `status`, to answer 403 instead of 401. */
export function sendFault(
  request: FastifyRequest,
  reply: FastifyReply,
  fault: Fault,
  status: number = faultResponses[fault.code].status,
): FastifyReply {
  request.rejection = rejectionOf(request, fault)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  setFaultHeaders(reply, fault)
  return reply.code(status).send({
    message: fault.sentence ?? faultResponses[fault.code].message,
    ...(fault.errors && { errors: fault.errors }),
    code: fault.code,
    request_id: request.id,
    ...fault.details,
  })
}

/** Sets the headers that the response to a fault has in the APIs and in the web interface. */
export function setFaultHeaders(reply: FastifyReply, { code }: Fault): void {
  if (code === 'unavailable' || code === 'idempotency_in_progress') reply.header('retry-after', '1')
  // Without `connection: close` the rest of the body is read and discarded. Otherwise a client that is still
  // sending could not read the response.
  if (code === 'payload_too_large') reply.removeHeader('connection')
}

/** Converts the errors that Fastify throws before it calls a handler. Returns undefined for any other error. */
export function fromFramework(error: FastifyError): Fault | undefined {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Fault('payload_too_large')
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Fault('unsupported_media_type')
  if (error.code === 'FST_ERR_BAD_URL') return new Fault('not_found')
  // The body ended early or does not have the declared length.
  if (error.statusCode === 400) return new Fault('bad_request')
  return undefined
}

/** The status of each fault, and what it says if the fault itself says nothing. A string is one that only programs get. */
export const faultResponses: Record<FaultCode | 'server_error', { status: number; message: Message }> = {
  malformed_json: { status: 400, message: 'Malformed JSON.' },
  bad_request: { status: 400, message: phrase('error.badRequest') },
  unauthenticated: { status: 401, message: 'Unauthenticated.' },
  missing_ability: { status: 403, message: phrase('error.denied') },
  policy_denied: { status: 403, message: phrase('error.denied') },
  not_found: { status: 404, message: phrase('fault.notFound') },
  method_not_allowed: { status: 405, message: phrase('error.method') },
  conflict: { status: 409, message: phrase('error.conflict') },
  too_many_proposals: { status: 409, message: phrase('error.conflict') },
  claimed: { status: 409, message: 'Another agent works on the task.' },
  delegated: { status: 409, message: 'The task is delegated to another agent.' },
  idempotency_in_progress: { status: 409, message: phrase('error.conflict') },
  cursor_expired: { status: 410, message: cursorExpiredMessage },
  precondition_failed: { status: 412, message: 'Precondition failed.' },
  payload_too_large: { status: 413, message: phrase('error.tooLarge') },
  unsupported_media_type: { status: 415, message: phrase('error.mediaType') },
  validation_failed: { status: 422, message: phrase('fault.validationFailed') },
  canon_guard: { status: 422, message: phrase('fault.ruleForbids') },
  idempotency_mismatch: { status: 422, message: phrase('fault.validationFailed') },
  rate_limited: { status: 429, message: phrase('error.limit') },
  server_error: { status: 500, message: phrase('error.server') },
  unavailable: { status: 503, message: phrase('error.unavailable') },
}

/** Why a request was rejected, as the request log stores it. */
type Rejection = { code: FaultCode; errors?: Record<string, string[]> }

/** Returns the code of a fault and its errors, without anything that the client sent. */
function rejectionOf(request: FastifyRequest, { code, errors }: Fault): Rejection {
  if (!errors) return { code }
  const { querystring, body } = request.routeOptions.schema ?? {}
  const isKnown = (name: string) =>
    [querystring, body].some((schema) => schema instanceof z.ZodObject && Object.hasOwn(schema.shape, name))
  // Validation has replaced the parsed query.
  const [, ...parts] = request.originalUrl.split('?')
  const query = Object.fromEntries(new URLSearchParams(parts.join('?')))
  return { code, errors: loggedErrors(errors, { sent: [query, request.receivedBody], isKnown }) }
}
