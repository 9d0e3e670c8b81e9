import {
  type JSONRPCMessage,
  McpServer,
  ProtocolErrorCode,
  type Transport,
} from '@modelcontextprotocol/server'
import { z } from 'zod'

/**
 * A server that takes no arguments for none in whatever way a client says so, and refuses a message of the wrong form
 * in a sentence. The SDK judges messages before we see them, so this stands where they come in and go out, on every
 * transport.
 */
export class LenientServer extends McpServer {
  override async connect(transport: Transport): Promise<void> {
    await super.connect(transport)
    const { onmessage, send } = transport
    transport.onmessage = (message, extra) => onmessage?.(repaired(message), extra)
    transport.send = (message, options) => send.call(transport, plain(message), options)
  }
}

function repaired<T extends JSONRPCMessage>(message: T): T {
  if (!('method' in message) || !message.params) return message
  const { arguments: sent, ...params } = message.params
  return sent === null || sent === '' ? { ...message, params } : message
}

const Issues = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }))

// What the SDK says of a message that does not fit: the issues as Zod prints them.
const dump = /^(?:Invalid [\w/]+ request: )?(\[\n.*\n\])$/s

function plain(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message)) return message
  const [, issues] = dump.exec(message.error.message) ?? []
  if (!issues) return message
  const said = Issues.parse(JSON.parse(issues)).map((issue) => `${issue.path.join('.')}: ${issue.message}.`)
  const text = `Mend the message and send it again. ${said.join(' ')}`
  return { ...message, error: { code: ProtocolErrorCode.InvalidParams, message: text } }
}
