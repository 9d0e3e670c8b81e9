import { beforeAll, describe, expect, it } from 'vitest'
import { provider } from '../../../../src/assistant/reply/provider.ts'
import { readConfig } from '../../../../src/config/config.ts'
import { makeProvider, type Provider } from '../../../support/provider.ts'

let server: Provider
beforeAll(async () => {
  server = await makeProvider()
})

const turns = [
  { role: 'user' as const, content: 'One' },
  { role: 'assistant' as const, content: 'Two' },
  { role: 'user' as const, content: 'Three' },
]

/** Returns the body of the request that the provider receives with these variables. */
async function requestWith(environment: Record<string, string>) {
  const config = readConfig({ LLM_BASE_URL: server.url, LLM_API_KEY: 'key', ...environment })
  const ask = await provider({ ...config, report: () => undefined })
  expect(await ask?.(turns)).toEqual({ text: 'Hello' })
  return server.requests.at(-1)!.body
}

const builtIn = /^You are a helpful assistant/

describe('BOT_SYSTEM_ROLE', () => {
  it.each([
    ['unset', {}, { role: 'system', content: expect.stringMatching(builtIn) }, 'One'],
    ['system', { BOT_SYSTEM_PROMPT: 'Be brief.' }, { role: 'system', content: 'Be brief.' }, 'One'],
    ['user', { BOT_SYSTEM_ROLE: 'user', BOT_SYSTEM_PROMPT: 'Be brief.' }, undefined, 'Be brief.\n\nOne'],
    ['none', { BOT_SYSTEM_ROLE: 'none', BOT_SYSTEM_PROMPT: 'Be brief.' }, undefined, 'One'],
    ['system, with an empty prompt', { BOT_SYSTEM_PROMPT: '' }, undefined, 'One'],
    ['user, with an empty prompt', { BOT_SYSTEM_ROLE: 'user', BOT_SYSTEM_PROMPT: ' ' }, undefined, 'One'],
  ])('%s decides where the system prompt is sent', async (_, environment, system, first) => {
    const { messages } = await requestWith(environment)
    expect(messages).toEqual([
      ...(system ? [system] : []),
      { role: 'user', content: first },
      ...turns.slice(1),
    ])
  })
})

describe('LLM_REQUEST_JSON', () => {
  it('is merged into each request, and null removes a key', async () => {
    expect(await requestWith({})).toMatchObject({ max_tokens: 2000, model: 'default' })
    const changes = { max_tokens: null, max_completion_tokens: 800, model: 'big', extra: { depth: 1 } }
    const body = await requestWith({ LLM_REQUEST_JSON: JSON.stringify(changes) })
    expect(body).toMatchObject({ max_completion_tokens: 800, model: 'big', extra: { depth: 1 } })
    expect(body).not.toHaveProperty('max_tokens')
    expect(body.messages.at(-1)).toEqual({ role: 'user', content: 'Three' })
  })

  it.each(['{', '[]', '"text"', '7', 'null', "{'max_tokens':null}"])('rejects %s at the start', (value) => {
    expect(() => readConfig({ LLM_REQUEST_JSON: value })).toThrow(
      /LLM_REQUEST_JSON: must be a JSON object, such as/,
    )
  })
})
