import { z } from 'zod'

/** The author of a record. `env_token` is a token from the environment, `system` the server itself. */
export const Provenance = z
  .strictObject({
    type: z.enum(['user', 'portfolio_token', 'llm_key', 'env_token', 'bot', 'system']),
    id: z.union([z.int(), z.string(), z.null()]),
    name: z.string(),
  })
  .meta({
    description: 'Who wrote the record',
    examples: [{ type: 'portfolio_token', id: 1, name: 'research-agent' }],
  })
export type Provenance = z.output<typeof Provenance>

/** The provenance of seed data, demo data and CLI commands. */
export const systemProvenance: Provenance = { type: 'system', id: null, name: 'system' }
