import type { ModelMessage } from 'ai'
import { text } from '../../record/rules/text.ts'
import { maxTurnLength } from '../conversation/turn.ts'
import type { ProviderError } from '../vocabulary.ts'

const timeoutMs = 20_000
const maxOutputTokens = 2000

/** The language model and its system prompt. Without a key it is not called. */
export type ProviderOptions = {
  LLM_BASE_URL?: string | undefined
  LLM_API_KEY?: string | undefined
  LLM_MODEL: string
  BOT_SYSTEM_PROMPT: string
}

/** Calls the language model for the next turn. */
export type Ask = (messages: ModelMessage[]) => Promise<{ text: string } | { error: ProviderError }>

const Answer = text(maxTurnLength)

/**
 * Returns a function that calls an OpenAI-compatible provider once, for at most 20 seconds, and validates its answer.
 * Its libraries are loaded only if a provider is configured.
 */
export async function provider(options: ProviderOptions): Promise<Ask | null> {
  const { LLM_BASE_URL: baseURL, LLM_API_KEY: apiKey, LLM_MODEL, BOT_SYSTEM_PROMPT } = options
  if (!baseURL || !apiKey) return null
  const [{ createOpenAICompatible }, { generateText }, { ProviderFailed, providerFetch }] = await Promise.all(
    [import('@ai-sdk/openai-compatible'), import('ai'), import('./provider-fetch.ts')],
  )
  const models = createOpenAICompatible({ name: 'provider', baseURL, apiKey, fetch: providerFetch })
  return async (messages) => {
    const abortSignal = AbortSignal.timeout(timeoutMs)
    try {
      const answer = await generateText({
        model: models(LLM_MODEL),
        instructions: BOT_SYSTEM_PROMPT,
        messages,
        abortSignal,
        maxRetries: 0,
        maxOutputTokens,
      })
      const read = Answer.safeParse(answer.text)
      return read.success ? { text: read.data } : { error: 'invalid' }
    } catch (error) {
      if (abortSignal.aborted) return { error: 'timeout' }
      return { error: error instanceof ProviderFailed ? 'http' : 'invalid' }
    }
  }
}
