import {
  type JSONRPCMessage,
  type JSONRPCRequest,
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

const named: Record<string, string> = {
  'tools/call': 'Tool',
  'prompts/get': 'Prompt',
  'completion/complete': 'Prompt',
}

function rejectionOf(message: JSONRPCMessage): JSONRPCMessage | undefined {
  if (!('method' in message && 'id' in message)) return undefined
  const text = faultOf(message)
  return text === undefined
    ? undefined
    : { jsonrpc: '2.0', id: message.id, error: { code: ProtocolErrorCode.InvalidParams, message: text } }
}

function faultOf({ method, params }: Pick<JSONRPCRequest, 'method' | 'params'>): string | undefined {
  // The SDK drops an argument named `__proto__`, so the tool could not reject it as unknown.
  if (Object.hasOwn(params?.arguments ?? {}, '__proto__'))
    return `${invalidMessage} params.arguments.__proto__: Unknown argument.`
  // The SDK looks names up in plain objects, where it would find `toString` and other inherited properties.
  const { name } = { ...(params?.ref as object | undefined), ...params } as { name?: unknown }
  if (typeof name === 'string' && name in Object.prototype && Object.hasOwn(named, method))
    return `${named[method]} ${name} not found`
  return undefined
}
