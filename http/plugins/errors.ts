import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { readFault } from '../../src/record/database-fault.ts'
import { Fault, type FaultCode } from '../../src/record/fault.ts'
import type { Server } from '../server.ts'

/** The status and the sentence of each fault. */
export const answers: Record<FaultCode | 'server_error', { status: number; message: string }> = {
  malformed_json: { status: 400, message: 'Malformed JSON.' },
  unauthenticated: { status: 401, message: 'Unauthenticated.' },
  missing_ability: { status: 403, message: 'This action is unauthorized.' },
  policy_denied: { status: 403, message: 'This action is unauthorized.' },
  not_found: { status: 404, message: 'Not found.' },
  method_not_allowed: { status: 405, message: 'Method not allowed.' },
  conflict: { status: 409, message: 'Conflict.' },
  idempotency_in_progress: { status: 409, message: 'Conflict.' },
  precondition_failed: { status: 412, message: 'Precondition failed.' },
  payload_too_large: { status: 413, message: 'The POST data is too large.' },
  unsupported_media_type: { status: 415, message: 'Unsupported media type.' },
  validation_failed: { status: 422, message: 'Validation failed.' },
  idempotency_mismatch: { status: 422, message: 'Validation failed.' },
  rate_limited: { status: 429, message: 'Too Many Attempts.' },
  server_error: { status: 500, message: 'Server Error' },
  unavailable: { status: 503, message: 'Service unavailable.' },
}

/** Answers every fault in one form; what nobody foresaw is logged and answered without a word of it. */
export function errors(app: Server): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const fault = readFault(fromFramework(error, request) ?? error)
    if (fault instanceof Fault) return refuse(request, reply, fault)
    request.log.error({ err: error }, 'unexpected error')
    return reply.code(500).send({ message: 'Server Error', code: 'server_error', request_id: request.id })
  })
}

/** Sends a fault. Some surfaces refuse a credential with another status than 401. */
export function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  fault: Fault,
  status: number = answers[fault.code].status,
): FastifyReply {
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (fault.code === 'unavailable' || fault.code === 'idempotency_in_progress')
    reply.header('retry-after', '1')
  // The rest of the body is read and thrown away: who still sends it could not read the answer otherwise.
  if (fault.code === 'payload_too_large') reply.removeHeader('connection')
  return reply.code(status).send({
    message: fault.message === fault.code ? answers[fault.code].message : fault.message,
    ...(fault.errors && { errors: fault.errors }),
    code: fault.code,
    request_id: request.id,
    ...fault.details,
  })
}

// What Fastify itself refuses, before a route of ours is reached.
function fromFramework(error: FastifyError, request: FastifyRequest): Fault | undefined {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Fault('payload_too_large')
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Fault(announcesTooMuch(request) ? 'payload_too_large' : 'unsupported_media_type')
  if (error.code === 'FST_ERR_BAD_URL') return new Fault('not_found')
  if (error instanceof SyntaxError || error.statusCode === 400) return new Fault('malformed_json')
  return undefined
}

// Of a body that is too large and of no type that we read, the size is told.
function announcesTooMuch({ headers, routeOptions }: FastifyRequest): boolean {
  return Number(headers['content-length']) > routeOptions.bodyLimit
}
