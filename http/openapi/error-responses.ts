import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { Delegate } from '../../src/portfolio/delegation/delegate.ts'
import { Claim } from '../../src/portfolio/task/claim.ts'
import { faultResponses } from '../answers/errors.ts'
import type { RouteAuth } from '../identity/area-auth.ts'
import { responseHeaders } from './headers.ts'

type Code = keyof typeof faultResponses
const codes = Object.keys(faultResponses) as [Code, ...Code[]]

/** The body of every error response. */
export const ErrorBody = z.looseObject({
  message: z.string().meta({ description: 'Error message for people' }),
  errors: z.record(z.string(), z.array(z.string())).optional().meta({
    description: 'Messages of every invalid field. Nested fields have a path such as `tasks.1.title`.',
  }),
  code: z.enum(codes).meta({ description: 'Error code for programs. Codes are stable.' }),
  request_id: z.string().meta({ description: 'Id of the request, as in the header X-Request-Id' }),
  required_ability: z
    .string()
    .optional()
    .meta({ description: 'Ability or scope that the credential lacks, with the code `missing_ability`' }),
  current_etag: z
    .string()
    .optional()
    .meta({ description: 'Current ETag of the record, with the code `precondition_failed`' }),
  next: z.string().optional().meta({
    description:
      'What to do, where the cause is known: with the codes `precondition_failed` and `unauthenticated`, with `policy_denied` for a caller that changed during the request, with `bad_request` for a URL that is not percent-encoded, and with `method_not_allowed` for DELETE in the portfolio',
  }),
  existing_id: z
    .int()
    .optional()
    .meta({ description: 'Id of the stored record that has the same `external_ref`' }),
  claim: Claim.optional().describe('Who works on the task, with the code `claimed`'),
  delegate: Delegate.optional().describe('The agent that is meant to do the task, with the code `delegated`'),
  blocking: z
    .record(z.string(), z.int())
    .optional()
    .meta({ description: 'Number of records of each kind that prevent the deletion' }),
})

const descriptions: Record<number, string> = {
  400: 'The body is not valid JSON, or the request is not valid HTTP.',
  401: 'The credential is missing or invalid.',
  403: 'The credential is not allowed to do this.',
  404: 'The record does not exist.',
  409: 'The request conflicts with the stored data or with a request that is still running.',
  410: 'The cursor is of another server or timeline, or ahead of this one. Start again without a cursor.',
  412: 'The record has changed since the response that the ETag in If-Match belongs to.',
  413: 'The body is too large.',
  415: 'The Content-Type is not supported. Send application/json.',
  422: 'Validation failed. `errors` has the messages of each invalid field.',
  429: 'The rate limit is exceeded. Wait for the number of seconds in Retry-After.',
  500: 'Unexpected error. Report the request_id.',
  503: 'The server or its database is not available at the moment. Retry later.',
}

/** Error responses by their component names. */
export type ErrorResponses = Record<string, object>

/** Returns a reference to the error response of a status, which it adds to `responses` on first use. */
export function errorResponse(
  status: number,
  unauthenticated: RouteAuth['unauthenticated'] | undefined,
  responses: ErrorResponses,
) {
  // The portfolio API answers 403 instead of 401 to a missing or invalid token.
  const message = status === 403 && unauthenticated?.status === 403 ? unauthenticated.message : undefined
  const name = `${STATUS_CODES[status]?.replace(/\W/g, '')}${message ? 'OrAnonymous' : ''}`
  responses[name] ??= {
    description: message
      ? 'The credential is missing or invalid, or it is not allowed to do this.'
      : (descriptions[status] ?? STATUS_CODES[status]),
    headers: responseHeaders(status),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: {
          ...(message && { unauthenticated: { value: example('unauthenticated', message) } }),
          ...Object.fromEntries(codesOf(status).map((code) => [code, { value: example(code) }])),
        },
      },
    },
  }
  return { $ref: `#/components/responses/${name}` }
}

function codesOf(status: number): Code[] {
  return codes.filter((code) => faultResponses[code].status === status)
}

function example(code: Code, message = String(faultResponses[code].message)) {
  const errors = code === 'validation_failed' && { errors: { name: ['The name field is required.'] } }
  return { message, ...errors, code, request_id: '0b8f5e0e-6c0f-4a37-9d53-9f0f4c1c2c52' }
}
