import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { requireScram } from '../../../../src/database/embedded/require-scram.ts'

const password = 'the-password-of-the-database'

// A message of the server: its type, its length, and numbers of four bytes.
const message = (type: string, ...numbers: number[]) => {
  const body = Buffer.alloc(4 + 4 * numbers.length)
  for (const [index, value] of [body.length, ...numbers].entries()) body.writeInt32BE(value, 4 * index)
  return Buffer.concat([Buffer.from(type), body])
}
const ready = Buffer.from([...message('R', 0), 0x5a, 0, 0, 0, 5, 0x49])

test.each([
  ['a cleartext password', message('R', 3)],
  ['an MD5 password', message('R', 5, 42)],
  ['no password', ready],
  ['no proof of its own', Buffer.concat([message('R', 12), ready])],
])('a server that asks for %s gets none, and no statement', async (_, answer) => {
  const received: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => void (received.push(data.toString('latin1')) === 1 && socket.write(answer)))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const options = { host: '127.0.0.1', port, user: 'postgres', password, ssl: false as const }
  const pool = new pg.Pool({ ...options, Client: requireScram(pg.Client) as never, max: 1 })
  pool.on('error', () => undefined)
  await expect(pool.query('select 1')).rejects.toThrow()
  await pool.end()
  expect(received).toHaveLength(1)
  expect(received[0]).not.toContain(password)
})
