import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** What the provider was asked. */
type Asked = {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: { model: string; messages: { role: string; content: string }[] }
}

/** A language-model provider of our own, over real HTTP. `behave` decides how it answers the next questions. */
export type Provider = {
  url: string
  asked: Asked[]
  behave: (answer: (response: ServerResponse, asked: Asked) => void) => void
}

/** Starts one; it goes with the test file. */
export async function makeProvider(): Promise<Provider> {
  const asked: Asked[] = []
  let answer: Parameters<Provider['behave']>[0] = (response) => say(response, 'Hello')
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { method = '', url = '', headers } = request
    const question = { method, url, headers, body: JSON.parse(Buffer.concat(parts).toString() || '{}') }
    asked.push(question)
    answer(response, question)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    behave: (next) => {
      answer = next
    },
  }
}

/** Answers as providers do. */
export function say(response: ServerResponse, content: unknown): void {
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({
      id: 'one',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    }),
  )
}
