import { z } from 'zod'
import { surfaces } from '../../access/actor.ts'
import { Timestamp } from '../../record/base-fields.ts'
import { faultCodes } from '../../record/fault.ts'
import { choiceOf } from '../../record/rules/enumeration.ts'
import { Id } from '../../record/rules/id.ts'

/** The codes of errors, as answers have them. */
export const errorCodes = [...faultCodes, 'server_error'] as const

const User = z.strictObject({ id: z.int(), name: z.string() })

/** A request in the request log: its caller, route and outcome, but no body, header or credential. */
export const RequestRow = z.object({
  id: Id,
  request_id: z.string().meta({ examples: ['0b8f5e0e-6c0f-4a37-9d53-9f0f4c1c2c52'] }),
  surface: choiceOf({ http: surfaces.http, mcp: surfaces.mcp }),
  method: z.string().meta({ examples: ['GET'] }),
  path: z.string().meta({ description: 'Without the query string', examples: ['/api/v1/companies'] }),
  route: z.string().nullable().describe('The route pattern of the path. Null if no route matched'),
  tool: z.string().nullable().describe('The MCP tool that was called'),
  status: z.int().meta({ examples: [422] }),
  code: z
    .enum(errorCodes)
    .nullable()
    .meta({ description: 'Why it was answered with 4xx: the code of the error. Otherwise null' }),
  errors: z
    .record(z.string(), z.array(z.string()))
    .nullable()
    .meta({
      description:
        'The messages of the invalid fields, without what was sent. At most 20 fields and 2 kB. Otherwise null',
      examples: [{ name: ['The name field is required.'] }],
    }),
  duration_ms: z.int().min(0),
  ip: z.string().meta({ examples: ['192.0.2.7'] }),
  user: User.nullable(),
  token_id: z.int().nullable(),
  token_name: z.string().nullable(),
  user_agent: z.string().nullable(),
  client: z
    .string()
    .nullable()
    .meta({
      description: 'Name and version of the MCP client, if the message says them',
      examples: ['claude-code/2.1.0'],
    }),
  trace_id: z
    .string()
    .nullable()
    .meta({
      description: 'The W3C trace that it belongs to',
      examples: ['4bf92f3577b34da6a3ce929d0e0e4736'],
    }),
  created_at: Timestamp,
})
export type RequestRow = z.output<typeof RequestRow>

/** A row before it is stored and has an id. */
export type NewRequestRow = Omit<RequestRow, 'id' | 'user' | 'code' | 'errors'> & {
  user_id: number | null
  user_name: string | null
  // Only requests that were answered with 4xx have them, so that the others take no more bytes.
  code?: RequestRow['code']
  errors?: RequestRow['errors']
}

/** A row of the table `request_logs`. */
type StoredRequestRow = NewRequestRow & Pick<RequestRow, 'id' | 'code' | 'errors'>

declare module '../../database/tables.ts' {
  interface Tables {
    request_logs: StoredRequestRow
  }
}
