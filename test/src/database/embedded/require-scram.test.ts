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

/** Starts a server that answers the first message of a client with `answer`, and collects what it receives. */
async function fakeServer(answer: Buffer) {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const fake = { port: (server.address() as AddressInfo).port, messages: [] as string[] }
  server.on('connection', (socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      if (fake.messages.push(data.toString('latin1')) === 1) socket.write(answer)
    })
  })
  return fake
}

test.each([
  ['a cleartext password', message('R', 3)],
  ['an MD5 password', message('R', 5, 42)],
  ['no password', ready],
  ['no proof of its own', Buffer.concat([message('R', 12), ready])],
])('a server that asks for %s gets none, and no statement', async (_, answer) => {
  const fake = await fakeServer(answer)
  const options = { host: '127.0.0.1', port: fake.port, user: 'postgres', password, ssl: false as const }
  const pool = new pg.Pool({ ...options, Client: requireScram(pg.Client) as never, max: 1 })
  pool.on('error', () => undefined)
  await expect(pool.query('select 1')).rejects.toThrow()
  await pool.end()
  expect(fake.messages).toHaveLength(1)
  expect(fake.messages[0]).not.toContain(password)
})
