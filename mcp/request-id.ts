/** The id of a JSON-RPC request. Null if it has none. */
export type RequestId = string | number | null

// The longest name or id that is read.
const maxTokenLength = 300

/**
 * Finds the id of a request in text that cannot be parsed, because it is invalid JSON or too long to be stored. Without
 * its id, a client would wait for the answer until its time limit. The text may be passed in parts.
 */
export class RequestIdScanner {
  #depth = 0
  #isInString = false
  #isEscaped = false
  #name = ''
  #token = ''
  #isResponse = false
  #id: RequestId = null

  write(part: Buffer): void {
    for (const byte of part) this.#read(String.fromCharCode(byte))
  }

  /** Returns the id. Null for a response, whose id was chosen by the server. */
  end(): RequestId {
    this.#endMember()
    return this.#isResponse ? null : this.#id
  }

  #read(character: string): void {
    if (this.#isInString) {
      this.#keep(character)
      if (this.#isEscaped) this.#isEscaped = false
      else if (character === '\\') this.#isEscaped = true
      else if (character === '"') this.#isInString = false
    } else if (character === '{' || character === '[') this.#depth += 1
    else if (character === '}' || character === ']') {
      if (this.#depth === 1) this.#endMember()
      this.#depth -= 1
    } else if (character === ',' && this.#depth === 1) this.#endMember()
    else if (character === ':' && this.#depth === 1) {
      this.#name = this.#token.trim()
      this.#token = ''
    } else {
      this.#isInString = character === '"'
      this.#keep(character)
    }
  }

  #keep(character: string): void {
    if (this.#depth === 1 && this.#token.length < maxTokenLength) this.#token += character
  }

  #endMember(): void {
    if (this.#name === '"result"' || this.#name === '"error"') this.#isResponse = true
    if (this.#name === '"id"') this.#id = parseId(this.#token)
    this.#name = ''
    this.#token = ''
  }
}

function parseId(token: string): RequestId {
  try {
    // The bytes of the token were read as Latin-1.
    return idOf({ id: JSON.parse(Buffer.from(token, 'latin1').toString()) })
  } catch {
    return null
  }
}

/** Returns the id of a parsed message. Null if it is not a request, or has no id that an answer could repeat. */
export function idOf(message: unknown): RequestId {
  if (typeof message !== 'object' || message === null || 'result' in message || 'error' in message)
    return null
  const { id } = message as { id?: unknown }
  return typeof id === 'string' || Number.isFinite(id) ? (id as RequestId) : null
}
