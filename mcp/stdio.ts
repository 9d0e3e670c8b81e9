import { setTimeout as sleep } from 'node:timers/promises'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { messageLines } from './message-lines.ts'
import { withReadableError } from './readable-error.ts'
import { serverFactory } from './server.ts'
import type { ToolDependencies } from './tool.ts'

const shutdownTimeoutMs = 10_000
// A request that stays open until the connection ends.
const longLivedMethod = 'subscriptions/listen'

/** Serves MCP on stdin and stdout until stdin ends, then waits up to ten seconds for open requests. */
export async function serveStandardStreams(dependencies: ToolDependencies): Promise<void> {
  const lines = messageLines((error, id) => {
    dependencies.report(error.message, 'stdio')
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', error, id })}\n`)
  })
  // The last line of a file or of a shell command may have no line break.
  process.stdin.once('end', () => lines.write('\n'))
  const input = process.stdin.pipe(lines, { end: false })
  const { transport, idle } = trackRequests(new StdioServerTransport(input, process.stdout))
  const inputEnded = new Promise<void>((resolve) => process.stdin.once('end', resolve).once('close', resolve))
  const outputFailed = new Promise<void>((resolve) => process.stdout.once('error', () => resolve()))
  const server = serveStdio(serverFactory(dependencies), {
    transport,
    onerror: (error) => dependencies.report(error, 'stdio'),
  })
  await Promise.race([inputEnded.then(() => Promise.race([idle(), sleep(shutdownTimeoutMs)])), outputFailed])
  await server.close()
}

// The SDK drops open requests when its input ends. A client such as a shell pipe sends all messages, closes
// stdin and still expects every answer: the transport tracks open requests, and the server is closed once
// none is left.
function trackRequests(inner: StdioServerTransport): { transport: Transport; idle: () => Promise<void> } {
  const open = new Set<unknown>()
  let onIdle: (() => void) | undefined
  const close = (id: unknown) => {
    open.delete(id)
    if (open.size === 0) onIdle?.()
  }
  const transport: Transport = {
    start: () => {
      inner.onmessage = (message: JSONRPCMessage) => {
        if ('method' in message && 'id' in message && message.method !== longLivedMethod) open.add(message.id)
        if ('method' in message && message.method === 'notifications/cancelled')
          close(message.params?.requestId)
        transport.onmessage?.(message)
      }
      inner.onerror = (error) => transport.onerror?.(error)
      inner.onclose = () => transport.onclose?.()
      return inner.start()
    },
    send: async (message) => {
      await inner.send(withReadableError(message))
      if (!('method' in message) && 'id' in message) close(message.id)
    },
    close: () => inner.close(),
  }
  const idle = async () => {
    // The last message may still be in the streams.
    await new Promise(setImmediate)
    if (open.size > 0)
      await new Promise<void>((resolve) => {
        onIdle = resolve
      })
  }
  return { transport, idle }
}
