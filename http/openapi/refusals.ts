import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { answers } from '../plugins/errors.ts'
import type { AreaAuth } from '../plugins/guard.ts'
import { responseHeaders } from './headers.ts'

type Code = keyof typeof answers
const codes = Object.keys(answers) as [Code, ...Code[]]

/** The body of every refusal. */
export const ErrorBody = z.looseObject({
  message: z.string().meta({ description: 'What is wrong, in a sentence' }),
  errors: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .meta({ description: 'What is wrong with each field; fields of parts are dotted, as `tasks.1.title`' }),
  code: z.enum(codes).meta({ description: 'What is wrong, in a word that does not change' }),
  request_id: z.string().meta({ description: 'The same as the header X-Request-Id' }),
  required_ability: z.string().optional().meta({ description: 'With `missing_ability`: what is missing' }),
  existing_id: z.int().optional().meta({ description: 'The record that was reported before' }),
  blocking: z
    .record(z.string(), z.int())
    .optional()
    .meta({ description: 'How many records of each kind stand in the way' }),
})

/** What a refusal may answer with, by its name among the components. */
export type Refusals = Record<string, object>

/** A reference to the answer of a status; the answer itself is put among `refusals` once. */
export function errorResponse(status: number, door: AreaAuth['refusal'] | undefined, refusals: Refusals) {
  const anonymous = status === 403 && door?.status === 403 ? door.message : undefined
  const name = `${STATUS_CODES[status]?.replace(/\W/g, '')}${anonymous ? 'OrAnonymous' : ''}`
  refusals[name] ??= {
    description: anonymous ?? STATUS_CODES[status],
    headers: responseHeaders(status),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: {
          ...(anonymous && { unauthenticated: { value: example('unauthenticated', anonymous) } }),
          ...Object.fromEntries(codesOf(status).map((code) => [code, { value: example(code) }])),
        },
      },
    },
  }
  return { $ref: `#/components/responses/${name}` }
}

function codesOf(status: number): Code[] {
  return codes.filter((code) => answers[code].status === status)
}

function example(code: Code, message = answers[code].message) {
  const errors = code === 'validation_failed' && { errors: { name: ['The name field is required.'] } }
  return { message, ...errors, code, request_id: '0b8f5e0e-6c0f-4a37-9d53-9f0f4c1c2c52' }
}
