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
  constructor(...about: ConstructorParameters<typeof McpServer>) {
    super(...about)
    // The SDK looks names up in plain objects, where every object's `toString` is found too.
    for (const name of ['_registeredTools', '_registeredPrompts', '_registeredResources'])
      Object.setPrototypeOf(Reflect.get(this, name), null)
  }

  override async connect(transport: Transport): Promise<void> {
    await super.connect(transport)
    const { onmessage, send } = transport
    transport.onmessage = (message, extra) => {
      const refusal = refusalOf(message)
      if (refusal) transport.send(refusal).catch((error: Error) => transport.onerror?.(error))
      else onmessage?.(repaired(message), extra)
    }
    transport.send = (message, options) => send.call(transport, plain(message), options)
  }
}

function repaired<T extends JSONRPCMessage>(message: T): T {
  if (!('method' in message) || !message.params) return message
  const { arguments: sent, ...params } = message.params
  return sent === null || sent === '' ? { ...message, params } : message
}

// An argument of this one name is lost on its way through the SDK: no tool would hear of it.
function refusalOf(message: JSONRPCMessage): JSONRPCMessage | undefined {
  if (!('method' in message && 'id' in message)) return undefined
  if (!Object.hasOwn(message.params?.arguments ?? {}, '__proto__')) return undefined
  const text = `${mend} params.arguments.__proto__: There is no such argument.`
  return { jsonrpc: '2.0', id: message.id, error: { code: ProtocolErrorCode.InvalidParams, message: text } }
}

const mend = 'Mend the message and send it again.'

const Issues = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }))

// What the SDK says of a message that does not fit: the issues as Zod prints them.
const dump = /^(?:Invalid [\w/]+ request: )?(\[\n.*\n\])$/s

function plain(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message)) return message
  const [, issues] = dump.exec(message.error.message) ?? []
  if (!issues) return message
  const said = Issues.parse(JSON.parse(issues)).map((issue) => `${issue.path.join('.')}: ${issue.message}.`)
  const text = `${mend} ${said.join(' ')}`
  return { ...message, error: { code: ProtocolErrorCode.InvalidParams, message: text } }
}
