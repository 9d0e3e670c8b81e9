import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FaultCode } from '../../src/record/fault.ts'

type Refusal = { status: number; message: string; code: FaultCode }

const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    message: 'The address and the headers are too large: 16 kB at most.',
    code: 'payload_too_large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    message: 'The request did not arrive in time.',
    code: 'unavailable',
  },
}
const noHttp: Refusal = { status: 400, message: 'This is no HTTP request.', code: 'malformed_json' }

/** Answers what Node's parser cannot read, in the one form of all errors, and closes the connection. */
export function refuseUnreadable({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, ...problem } = refusals[code] ?? noHttp
  const request_id = randomUUID()
  const body = JSON.stringify({ ...problem, request_id })
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
}
