import { text } from '../../record/rules/text.ts'
import { truncate } from '../../record/rules/truncate.ts'
import { maxTurnLength } from '../conversation/turn.ts'
import type { ProviderError } from '../vocabulary.ts'
import type { ProviderResponse } from './provider-fetch.ts'

const timeoutMs = 20_000
const maxOutputTokens = 2000
const maxLoggedCharacters = 200

/** The language model, its system prompt and the changes to each request. Without a key it is not called. */
export type ProviderOptions = {
  LLM_BASE_URL?: string | undefined
  LLM_API_KEY?: string | undefined
  LLM_MODEL: string
  LLM_REQUEST_JSON?: Record<string, unknown> | undefined
  BOT_SYSTEM_PROMPT: string
  BOT_SYSTEM_ROLE: SystemRole
  /** Logs why a call failed, on one line. */
  report: (reason: string) => void
}

/** Calls the language model for the next turn. */
export type Ask = (turns: ChatTurn[]) => Promise<{ text: string } | { error: ProviderError }>

const Answer = text(maxTurnLength)

/**
 * Returns a function that calls an OpenAI-compatible provider once, for at most 20 seconds, and validates its answer.
 * Its libraries are loaded only if a provider is configured.
 */
export async function provider(options: ProviderOptions): Promise<Ask | null> {
  const { LLM_BASE_URL: baseURL, LLM_API_KEY: apiKey, LLM_REQUEST_JSON: changes = {} } = options
  if (!baseURL || !apiKey) return null
  const [{ createOpenAICompatible }, { generateText }, { ProviderFailed, providerFetch }] = await Promise.all(
    [import('@ai-sdk/openai-compatible'), import('ai'), import('./provider-fetch.ts')],
  )
  const call = async (turns: ChatTurn[], received: ProviderResponse): ReturnType<Ask> => {
    const models = createOpenAICompatible({
      name: 'provider',
      baseURL,
      apiKey,
      fetch: providerFetch(received),
      transformRequestBody: (body) => withoutNulls({ ...body, ...changes }),
    })
    const abortSignal = AbortSignal.timeout(timeoutMs)
    try {
      const answer = await generateText({
        ...chatMessages(turns, options.BOT_SYSTEM_PROMPT, options.BOT_SYSTEM_ROLE),
        model: models(options.LLM_MODEL),
        abortSignal,
        maxRetries: 0,
        maxOutputTokens,
      })
      const read = Answer.safeParse(withoutThoughts(answer.text))
      return read.success ? { text: read.data } : { error: 'invalid' }
    } catch (error) {
      if (abortSignal.aborted) return { error: 'timeout' }
      if (!(error instanceof ProviderFailed)) return { error: 'invalid' }
      received.body ??= error.message
      return { error: 'http' }
    }
  }
  return async (turns) => {
    const received: ProviderResponse = {}
    const answer = await call(turns, received)
    if ('error' in answer) options.report(reasonOf(answer.error, received, apiKey))
    return answer
  }
}

function withoutNulls(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
}

// A provider may quote the key in its error.
function reasonOf(error: ProviderError, { status, body = '' }: ProviderResponse, apiKey: string): string {
  const start = truncate(body.replaceAll(apiKey, '[LLM_API_KEY]'), maxLoggedCharacters)
  const response = start.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, escapeCharacter)
  return `Provider of bot replies: ${error}${status ? `, status ${status}` : ''}${response && `: ${response}`}`
}

function escapeCharacter(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`
}

/** A turn of a conversation, as the language model receives it. */
type ChatTurn = { role: 'user' | 'assistant'; content: string }

/** Where the system prompt is sent: as a system message, in front of the first user message, or not at all. */
export const systemRoles = ['system', 'user', 'none'] as const
type SystemRole = (typeof systemRoles)[number]

/**
 * Returns the prompt of a request. The template of many models rejects a conversation that does not start with the user
 * or has two turns in a row with the same role, so leading replies are left out and such turns are merged.
 */
function chatMessages(
  turns: ChatTurn[],
  systemPrompt: string,
  role: SystemRole,
): { instructions?: string; messages: ChatTurn[] } {
  const messages: ChatTurn[] = []
  for (const turn of turns) {
    const last = messages.at(-1)
    if (last?.role === turn.role) last.content += `\n\n${turn.content}`
    else if (last || turn.role === 'user') messages.push({ ...turn })
  }
  if (systemPrompt === '' || role === 'none') return { messages }
  if (role === 'system') return { instructions: systemPrompt, messages }
  const [first] = messages
  if (first) first.content = `${systemPrompt}\n\n${first.content}`
  return { messages }
}

const mark = /<(\/?)\s*think\s*>/gi

/**
 * Returns the reply of a language model without what it encloses in `<think>…</think>`, also nested. If the first
 * opening mark is missing, as some models send it, all before the closing mark is left out. Returns undefined if a
 * thought is never closed.
 */
export function withoutThoughts(reply: string): string | undefined {
  let [answer, depth, end] = ['', 0, 0]
  for (const { 0: text, 1: slash, index } of reply.matchAll(mark)) {
    if (depth === 0) answer += reply.slice(end, index)
    if (!slash) depth += 1
    else if (depth > 0) depth -= 1
    else answer = ''
    end = index + text.length
  }
  return depth === 0 ? answer + reply.slice(end) : undefined
}
