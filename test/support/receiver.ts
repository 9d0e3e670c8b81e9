import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onFileFinished } from './cleanup.ts'

/** A request that a receiver got. */
export type Received = { url: string; headers: Record<string, string>; text: string; at: number }

type Handler = (response: ServerResponse, request: Received) => void

/** A receiver of notifications, over real HTTP. `answerWith` sets how it answers further requests. */
export type Receiver = {
  url: string
  requests: Received[]
  answerWith: (handler: Handler) => void
}

/** Starts a receiver that answers 200. It is stopped after the test file. */
export async function makeReceiver(): Promise<Receiver> {
  const requests: Received[] = []
  let handler: Handler = (response) => response.end('Thank you')
  const server = createServer(async (incoming: IncomingMessage, response) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part as Buffer)
    const headers = incoming.headers as Record<string, string>
    const request = {
      url: incoming.url ?? '',
      headers,
      text: Buffer.concat(parts).toString(),
      at: Date.now(),
    }
    requests.push(request)
    handler(response, request)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onFileFinished(async () => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests,
    answerWith: (next) => {
      handler = next
    },
  }
}
