import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import pg from 'pg'

/** A transaction pooler in front of a database, with the fewest features a client needs. */
export type Pooler = {
  url: string
  /** How many transactions each server connection has run. */
  runs: () => number[]
  /** The names and values that the last client sent in its startup message. */
  lastStartup: () => Record<string, string>
  close: () => Promise<void>
}

/** A server connection, and the client whose transaction it runs. */
type Backend = { socket: Socket; runs: number; receive: Receive }
type Receive = (type: string, message: Buffer) => void

const sslRequest = 80_877_103
const cancelRequest = 80_877_102
// Authentication succeeded; the encoding is UTF8; ready for a query outside a transaction.
const greeting = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('S', Buffer.from('client_encoding\0UTF8\0')),
  message('Z', Buffer.from('I')),
])

// What PgBouncer accepts by default. It rejects every other startup parameter.
const startupParameters = new Set([
  'user',
  'database',
  'client_encoding',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
  'application_name',
  'replication',
])

/**
 * Starts a pooler that gives each transaction the server connection that has been idle for longest. Like PgBouncer, it
 * rejects startup parameters that it does not know, and ends the transaction of a client that has gone.
 */
export async function startPooler(url: string, size: number): Promise<Pooler> {
  const backends = await Promise.all(Array.from({ length: size }, () => connectBackend(url)))
  const idle = [...backends]
  const waiting: ((backend: Backend) => void)[] = []
  const take = async () => idle.shift() ?? new Promise<Backend>((resolve) => waiting.push(resolve))
  const release = (backend: Backend) => {
    const next = waiting.shift()
    if (next) next(backend)
    else idle.push(backend)
  }
  let lastStartup = {}
  const server = createServer({ noDelay: true }, (socket) =>
    serveClient(socket, take, release, (startup) => {
      lastStartup = startup
    }),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const pooled = new URL(url)
  pooled.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: pooled.href,
    runs: () => backends.map(({ runs }) => runs),
    lastStartup: () => lastStartup,
    close: () => close(server, backends),
  }
}

// The driver logs in, then leaves its socket to the pooler.
async function connectBackend(connectionString: string): Promise<Backend> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  // biome-ignore lint/suspicious/noExplicitAny: the driver does not publish its socket
  const socket: Socket = (client as any).connection.stream
  socket.removeAllListeners('data')
  const backend: Backend = { socket, runs: 0, receive: () => undefined }
  socket.on(
    'data',
    messageReader((type, bytes) => backend.receive(type, bytes)),
  )
  return backend
}

function serveClient(
  socket: Socket,
  take: () => Promise<Backend>,
  release: (backend: Backend) => void,
  start: (startup: Record<string, string>) => void,
) {
  let backend: Backend | undefined
  let unanswered = 0
  let batchIsOpen = false
  let queue = Promise.resolve()
  let isGone = false
  const forward = async (type: string, bytes: Buffer) => {
    if (type === 'X') return
    backend ??= await borrow()
    // A Query, and a batch that ends with Sync, are each answered by one ReadyForQuery.
    batchIsOpen = type !== 'Q' && type !== 'S'
    if (!batchIsOpen) unanswered += 1
    backend.socket.write(bytes)
  }
  const borrow = async () => {
    const taken = await take()
    taken.runs += 1
    taken.receive = (type, bytes) => {
      socket.write(bytes)
      if (type !== 'Z') return
      unanswered -= 1
      if (unanswered > 0 || batchIsOpen) return
      if (bytes.at(-1) !== 'I'.charCodeAt(0)) return isGone ? rollback(taken) : undefined
      backend = undefined
      // Like PgBouncer, it drops what a server connection receives between two transactions, such as notifications.
      taken.receive = () => undefined
      release(taken)
    }
    return taken
  }
  const rollback = ({ socket: server }: Backend) => {
    unanswered += 1
    server.write(message('Q', Buffer.from('rollback\0')))
  }
  const read = messageReader((type, bytes) => {
    queue = queue.then(() => forward(type, bytes))
  })
  let started = false
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isGone = true
    if (backend && unanswered === 0) rollback(backend)
  })
  socket.on('data', (chunk) => {
    if (started) return read(chunk)
    const code = chunk.readInt32BE(4)
    if (code === sslRequest) return socket.write('N')
    if (code === cancelRequest) return socket.end()
    started = true
    const startup = parametersOf(chunk)
    const unsupported = Object.keys(startup).find((name) => !startupParameters.has(name.toLowerCase()))
    if (unsupported) return socket.end(fatalError(`unsupported startup parameter: ${unsupported}`))
    start(startup)
    return socket.write(greeting)
  })
}

/** Returns the parameters of a startup message: its length, the version, then names and values, each ended by a zero byte. */
function parametersOf(startup: Buffer): Record<string, string> {
  return Object.fromEntries(
    [...startup.toString('utf8', 8).matchAll(/([^\0]+)\0([^\0]*)\0/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  )
}

function fatalError(text: string): Buffer {
  return message('E', Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${text}\0\0`))
}

/** Splits a stream into messages of the protocol: a type of one byte, a length of four, the body. */
function messageReader(handle: Receive) {
  let rest = Buffer.alloc(0)
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 5) {
      const length = 1 + rest.readInt32BE(1)
      if (rest.length < length) return
      handle(String.fromCharCode(rest[0]!), rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  }
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

async function close(server: Server, backends: Backend[]): Promise<void> {
  server.close()
  for (const { socket } of backends) socket.destroy()
}
