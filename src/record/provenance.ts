import { z } from 'zod'
import { type Enumeration, values } from './rules/enumeration.ts'

/** The types of authors. */
const authorTypes = {
  user: { en: ['User'], ru: ['Пользователь'] },
  portfolio_token: { en: ['Portfolio token'], ru: ['Токен портфеля'] },
  llm_key: { en: ['Llm key'], ru: ['Ключ LLM'] },
  env_token: { en: ['Env token'], ru: ['Токен окружения'] },
  bot: { en: ['Bot'], ru: ['Бот'] },
  system: { en: ['System'], ru: ['Система'] },
} as const satisfies Enumeration

/** The author of a record. `env_token` is a token from the environment, `system` the server itself. */
export const Provenance = z
  .strictObject({
    type: z.enum(values(authorTypes)),
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
