import { z } from 'zod'
import { Id } from '../record/id.ts'
import { Timestamp } from '../record/base-fields.ts'

const Somebody = z.strictObject({ id: z.int(), name: z.string() })

/** A request as it is remembered: who asked for what, and how it went. Never what was sent, nor a credential. */
export const RequestRow = z.object({
  id: Id,
  request_id: z.string().meta({ examples: ['0b8f5e0e-6c0f-4a37-9d53-9f0f4c1c2c52'] }),
  surface: z.enum(['http', 'mcp']),
  method: z.string().meta({ examples: ['GET'] }),
  path: z.string().meta({ description: 'Without the query', examples: ['/api/v1/companies'] }),
  route: z.string().nullable().describe('The pattern of the path; null where there is none'),
  tool: z.string().nullable().describe('The MCP tool that was called'),
  status: z.int().meta({ examples: [200] }),
  duration_ms: z.int().min(0),
  ip: z.string().meta({ examples: ['192.0.2.7'] }),
  user: Somebody.nullable(),
  token_id: z.int().nullable(),
  token_name: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: Timestamp,
})
export type RequestRow = z.output<typeof RequestRow>

/** The row as it is stored, before it has a number. */
export type NewRequestRow = Omit<RequestRow, 'id' | 'user'> & {
  user_id: number | null
  user_name: string | null
}

/** The table as statements see it. */
export type StoredRequestRow = NewRequestRow & { id: number }
