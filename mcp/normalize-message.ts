type Members = Record<string, unknown>

// Optional parameters whose presence has a meaning: an empty list stands for an empty object, not for none.
const objects = ['capabilities', 'notifications', 'io.modelcontextprotocol/clientCapabilities']
// Deeper values are not read. A limit, because a message can be nested deeper than the call stack.
const maxDepth = 8

/**
 * Returns a JSON-RPC message as the SDK accepts it. Clients in PHP encode an empty object as `[]`, and others send
 * `null`, or an empty string as arguments, for what they leave out: such members of the envelope are removed.
 */
export function normalizeMessage(message: unknown): unknown {
  if (!isObject(message) || typeof message.method !== 'string') return message
  const { params, id, ...rest } = message
  const isNotification = id === undefined || (id === null && message.method.startsWith('notifications/'))
  const envelope = isNotification ? rest : { ...rest, id }
  if (isObject(params)) return { ...envelope, params: normalizeParams(message.method, params) }
  return params === undefined || isEmpty(params) ? envelope : { ...envelope, params }
}

function normalizeParams(method: string, params: Members): Members {
  const normalized = withoutEmpty(params)
  if (normalized.arguments === '') delete normalized.arguments
  // Required by the protocol, but no client depends on what the server makes of it.
  if (method === 'initialize') normalized.capabilities ??= {}
  const parts = method === 'prompts/get' ? ['_meta', 'context', 'arguments'] : ['_meta', 'context']
  for (const name of parts) if (isObject(normalized[name])) normalized[name] = withoutEmpty(normalized[name])
  return normalized
}

function withoutEmpty(members: Members): Members {
  const entries = Object.entries(members).flatMap(([name, value]) => {
    if (objects.includes(name)) return [[name, toObject(value)] as const]
    return isEmpty(value) ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}

function toObject(value: unknown, depth = 1): unknown {
  if (isEmpty(value)) return {}
  if (!isObject(value) || depth > maxDepth) return value
  const entries = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(entries.map(([name, member]) => [name, toObject(member, depth + 1)]))
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
