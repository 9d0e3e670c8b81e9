import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** A request that the provider received. */
type ProviderRequest = {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: { model: string; messages: { role: string; content: string }[] }
}

/** A language-model provider for tests, over real HTTP. `respondWith` sets how it answers further requests. */
export type Provider = {
  url: string
  requests: ProviderRequest[]
  respondWith: (handler: (response: ServerResponse, request: ProviderRequest) => void) => void
}

/** Starts a provider that answers "Hello". It is stopped after the test file. */
export async function makeProvider(): Promise<Provider> {
  const requests: ProviderRequest[] = []
  let handler: Parameters<Provider['respondWith']>[0] = (response) => sendReply(response, 'Hello')
  const server = createServer(async (incoming, response) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part)
    const { method = '', url = '', headers } = incoming
    const request = { method, url, headers, body: JSON.parse(Buffer.concat(parts).toString() || '{}') }
    requests.push(request)
    handler(response, request)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    respondWith: (next) => {
      handler = next
    },
  }
}

/** Sends a reply in the format of the chat completions API. */
export function sendReply(response: ServerResponse, content: unknown): void {
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
