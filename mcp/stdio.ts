import { setTimeout as sleep } from 'node:timers/promises'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { serverFactory } from './server.ts'
import { shortLines } from './short-lines.ts'
import type { ToolDependencies } from './tool.ts'

const longestWait = 10_000
// What is answered by the end alone.
const lasting = 'subscriptions/listen'

/** Serves MCP on stdin and stdout until stdin ends and everything that was asked is answered. */
export async function serveStandardStreams(ground: ToolDependencies): Promise<void> {
  const lines = shortLines(() => {
    ground.report('A message of more than 1 MiB was refused.', 'stdio')
    process.stdout.write(`${JSON.stringify(tooLarge)}\n`)
  })
  const input = process.stdin.pipe(lines, { end: false })
  const { transport, idle } = counting(new StdioServerTransport(input, process.stdout))
  const ended = new Promise<void>((resolve) => process.stdin.once('end', resolve).once('close', resolve))
  const closed = new Promise<void>((resolve) => process.stdout.once('error', () => resolve()))
  const server = serveStdio(serverFactory(ground), {
    transport,
    onerror: (error) => ground.report(error, 'stdio'),
  })
  await Promise.race([ended.then(() => Promise.race([idle(), sleep(longestWait)])), closed])
  await server.close()
}

const tooLarge = {
  jsonrpc: '2.0',
  error: { code: -32_000, message: 'The message is too large.' },
  id: null,
}

// The SDK drops what is still being answered when its input ends. A caller who sends all and then waits, as a
// shell does, gets every answer: the input ends for the server once nothing is open.
function counting(inner: StdioServerTransport): { transport: Transport; idle: () => Promise<void> } {
  const open = new Set<unknown>()
  let settle: (() => void) | undefined
  const close = (id: unknown) => {
    open.delete(id)
    if (open.size === 0) settle?.()
  }
  const transport: Transport = {
    start: () => {
      inner.onmessage = (message: JSONRPCMessage) => {
        if ('method' in message && 'id' in message && message.method !== lasting) open.add(message.id)
        if ('method' in message && message.method === 'notifications/cancelled')
          close(message.params?.requestId)
        transport.onmessage?.(message)
      }
      inner.onerror = (error) => transport.onerror?.(error)
      inner.onclose = () => transport.onclose?.()
      return inner.start()
    },
    send: async (message) => {
      await inner.send(message)
      if (!('method' in message) && 'id' in message) close(message.id)
    },
    close: () => inner.close(),
  }
  const idle = async () => {
    // What came last may still be on its way through the streams.
    await new Promise(setImmediate)
    if (open.size > 0)
      await new Promise<void>((resolve) => {
        settle = resolve
      })
  }
  return { transport, idle }
}
