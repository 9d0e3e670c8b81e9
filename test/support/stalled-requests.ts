import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect } from 'vitest'
import type { World } from './world.ts'

/** A request with its complete body. */
export type WriteRequest = { method: string; path: string; headers: Record<string, string>; body: string }

/** The answer to a request: its status, its headers as sent, and its body. */
export type RawAnswer = { request: WriteRequest; status: number; head: string; body: string }

/**
 * Sends requests at the same time without the last byte of their bodies, calls `change` once the server has
 * authenticated them all, and then sends the last bytes. Returns the answers.
 */
export async function changeDuring(
  { app }: Pick<World, 'app'>,
  requests: WriteRequest[],
  change: () => Promise<unknown>,
): Promise<RawAnswer[]> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  let received = 0
  const count = () => {
    received += 1
  }
  app.server.on('request', count)
  const sockets = await Promise.all(requests.map((request) => sendAllButLastByte(port, request)))
  while (received < requests.length) await new Promise(setImmediate)
  app.server.off('request', count)
  const pool = await app.orm.em.getConnection().getNativeClient()
  // Every request has sent the query that authenticates it, and no query is left to be answered.
  await expect.poll(() => pool.waitingCount === 0 && pool.idleCount === pool.totalCount).toBe(true)
  await change()
  const answers = requests.map((request, index) => answerOf(sockets[index] as Socket, request))
  for (const [index, { body }] of requests.entries()) sockets[index]?.write(Buffer.from(body).subarray(-1))
  return Promise.all(answers)
}

async function sendAllButLastByte(
  port: number,
  { method, path, headers, body }: WriteRequest,
): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const bytes = Buffer.from(body)
  const sent = { ...headers, connection: 'close', 'content-length': String(bytes.length) }
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  socket.write(bytes.subarray(0, -1))
  return socket
}

async function answerOf(socket: Socket, request: WriteRequest): Promise<RawAnswer> {
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  const [head = '', ...rest] = text.split('\r\n\r\n')
  return { request, status: Number(head.split(' ')[1]), head, body: rest.join('\r\n\r\n') }
}
