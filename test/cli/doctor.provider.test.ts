import { expect, it } from 'vitest'
import { makeProvider } from '../support/provider.ts'
import { ownDatabase, run } from './cli.ts'

it('calls the provider of bot replies, if one is configured', async () => {
  const provider = await makeProvider()
  const environment = {
    DATABASE_URL: await ownDatabase(),
    LLM_BASE_URL: provider.url,
    LLM_API_KEY: 'a key of no consequence',
  }
  const answered = await run(environment, 'doctor')
  expect([answered.code, answered.out]).toEqual([0, expect.stringMatching(/^ok +provider: responds$/m)])
  const { messages } = provider.requests.at(-1)!.body
  expect(messages.map(({ role }) => role)).toEqual([
    'system',
    ...Array.from({ length: 13 }, (_, index) => (index % 2 === 0 ? 'user' : 'assistant')),
  ])
  provider.respondWith((response) => response.writeHead(401).end('a secret sentence'))
  const failed = await run(environment, 'doctor')
  expect(failed.code).toBe(1)
  expect(failed.out).toMatch(/^fail +provider: no valid response \(http\)\. Check LLM_BASE_URL/m)
  expect(failed.err).toContain('http, status 401: a secret sentence')
  expect(failed.out).not.toContain('a secret sentence')
})
