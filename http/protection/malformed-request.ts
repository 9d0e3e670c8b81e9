import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import fastifyPlugin from 'fastify-plugin'
import { Fault, type FaultCode, type Message } from '../../src/record/fault.ts'
import { faultResponses } from '../answers/errors.ts'
import type { Server } from '../server/server.ts'
import { destroySoon, responseOn } from './socket-limits.ts'

type ErrorResponse = { status: number; message: Message; code: FaultCode; next?: string }

const malformed: ErrorResponse = { ...faultResponses.bad_request, code: 'bad_request' }

const responses: Record<string, ErrorResponse> = {
  HPE_INVALID_URL: {
    ...malformed,
    next: 'The URL contains a character that must be percent-encoded as UTF-8: write й as %D0%B9, a space as %20.',
  },
  // After the URL and a space, the parser expects the version of HTTP.
  HPE_INVALID_CONSTANT: { ...malformed, next: 'The URL contains a space. Write it as %20.' },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    message: 'The URL and the headers exceed the limit of 16 kB.',
    code: 'payload_too_large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    message: 'The request was not received in time.',
    code: 'unavailable',
  },
}

/** Answers a request that Node.js cannot parse, in the error format of the API, and closes the connection. */
export function clientErrorHandler({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  // A response in progress must not be mixed with another one.
  const isAnswering = responseOn(socket)?.headersSent
  if (code === 'ECONNRESET' || !socket.writable || isAnswering) return void socket.destroy()
  const { status, ...error } = responses[code] ?? malformed
  const request_id = randomUUID()
  const body = JSON.stringify({ ...error, request_id })
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${request_id}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
  destroySoon(socket)
}

/** Rejects a request without a Host header. Node.js would do so too, but without a body. */
export const missingHost = fastifyPlugin(
  async (app: Server) => {
    app.addHook('onRequest', ({ raw }, _reply, done) => {
      done(raw.headers.host === undefined && raw.httpVersion === '1.1' ? new Fault('bad_request') : undefined)
    })
  },
  { name: 'missing-host', dependencies: ['errors'] },
)
