import { z } from 'zod'
import { Timestamp } from '../record/base-fields.ts'
import type { Caller } from './caller.ts'

/** Who a caller is, and the time of the server. */
export const Identity = z.object({
  name: z.string().describe('Name of the token'),
  scopes: z.array(z.string()).meta({ examples: [['read', 'write']] }),
  actor: z.string().meta({
    description: 'Author of what the token writes, as `actor` filters take it',
    examples: ['portfolio_token:7'],
  }),
  server_time: Timestamp,
})
export type Identity = z.output<typeof Identity>

/** Returns who a caller is. */
export function identityOf({ by, abilities }: Pick<Caller, 'by' | 'abilities'>): Identity {
  return {
    name: by.name,
    scopes: [...abilities],
    actor: `${by.type}:${by.id}`,
    server_time: new Date().toISOString(),
  }
}
