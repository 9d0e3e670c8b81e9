import { provider } from '../src/assistant/reply/provider.ts'
import type { Config } from '../src/config/config.ts'
import { logLine } from './output.ts'

/** Checks that the provider of bot replies answers, if one is configured. */
export async function checkProvider(config: Config): Promise<[true, string]> {
  const ask = await provider({ ...config, report: logLine })
  if (!ask) return [true, 'LLM_API_KEY is not set; every reply is the fixed text of BOT_FALLBACK_REPLY']
  const answer = await ask([...earlierTurns, { role: 'user', content: 'Answer with one word.' }])
  if ('error' in answer)
    throw new Error(
      `no valid response (${answer.error}). Check LLM_BASE_URL, LLM_API_KEY and LLM_MODEL. If it rejects the request, see LLM_REQUEST_JSON and BOT_SYSTEM_ROLE in docs/bots.md.`,
    )
  return [true, 'responds']
}

// Some models reject the roles of a longer conversation, which a single question would not show.
const earlierTurns = Array.from({ length: 12 }, (_, index) =>
  index % 2 === 0
    ? { role: 'user' as const, content: `Question ${index / 2 + 1}` }
    : { role: 'assistant' as const, content: 'Answer' },
)
