import { z } from 'zod'

/** Who wrote: a person, a token, a key, a token of the environment, a bot, or the service itself. */
export const Provenance = z
  .strictObject({
    type: z.enum(['user', 'portfolio_token', 'llm_key', 'env_token', 'bot', 'system']),
    id: z.union([z.int(), z.string(), z.null()]),
    name: z.string(),
  })
  .meta({
    description: 'Who wrote it',
    examples: [{ type: 'portfolio_token', id: 1, name: 'research-agent' }],
  })
export type Provenance = z.output<typeof Provenance>

/** The service itself: seed data, demonstrations, commands run by its operator. */
export const systemProvenance: Provenance = { type: 'system', id: null, name: 'system' }
