import {
  type JSONRPCMessage,
  McpServer,
  ProtocolErrorCode,
  type Transport,
} from '@modelcontextprotocol/server'
import { invalidMessage, withReadableError } from './readable-error.ts'

/**
 * An MCP server that describes an invalid message in a sentence, and escapes what an error quotes. It wraps the
 * transport, because the SDK validates a message before a tool sees it.
 */
export class LenientServer extends McpServer {
  constructor(...options: ConstructorParameters<typeof McpServer>) {
    super(...options)
    // The SDK looks names up in plain objects, where it would find `toString` and other inherited properties.
    for (const name of ['_registeredTools', '_registeredPrompts', '_registeredResources'])
      Object.setPrototypeOf(Reflect.get(this, name), null)
  }

  override async connect(transport: Transport): Promise<void> {
    await super.connect(transport)
    const { onmessage, send } = transport
    transport.onmessage = (message, extra) => {
      const rejection = rejectionOf(message)
      if (rejection) transport.send(rejection).catch((error: Error) => transport.onerror?.(error))
      else onmessage?.(message, extra)
    }
    transport.send = (message, options) => send.call(transport, withReadableError(message), options)
  }
}

// The SDK drops an argument named `__proto__`, so the tool could not reject it as unknown.
function rejectionOf(message: JSONRPCMessage): JSONRPCMessage | undefined {
  if (!('method' in message && 'id' in message)) return undefined
  if (!Object.hasOwn(message.params?.arguments ?? {}, '__proto__')) return undefined
  const text = `${invalidMessage} params.arguments.__proto__: Unknown argument.`
  return { jsonrpc: '2.0', id: message.id, error: { code: ProtocolErrorCode.InvalidParams, message: text } }
}
