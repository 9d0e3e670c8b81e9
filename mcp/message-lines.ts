import { Transform } from 'node:stream'
import { deserializeMessage, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { normalizeMessage } from './normalize-message.ts'
import { idOf, type RequestId, RequestIdScanner } from './request-id.ts'

type LineError = { code: number; message: string }

const maxLineBytes = 1024 * 1024

// The codes that a request over HTTP gets.
const tooLarge = { code: -32_000, message: 'The message is larger than 1 MiB.' }
const notJson = { code: ProtocolErrorCode.ParseError, message: 'The message is not valid JSON.' }
const notMessage = {
  code: ProtocolErrorCode.InvalidRequest,
  message:
    'The message is not a JSON-RPC message. Send one request or notification per line, without a batch.',
}

/**
 * Returns a stream that passes on lines with one JSON-RPC message each, normalized, and drops all others. It calls
 * `onError` with the error and the id of each dropped line, except for blank lines. The limit of a line is that of a
 * body over HTTP. The SDK drops a line that is not a message without an answer, and stops reading for good at a line
 * that exceeds its buffer.
 */
export function messageLines(onError: (error: LineError, id: RequestId) => void): Transform {
  let parts: Buffer[] = []
  let length = 0
  let tooLongLine: RequestIdScanner | undefined
  const add = (part: Buffer) => {
    length += part.length
    parts.push(part)
    if (length <= maxLineBytes) return
    tooLongLine ??= new RequestIdScanner()
    for (const kept of parts) tooLongLine.write(kept)
    parts = []
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let start = 0
      for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
        add(chunk.subarray(start, end))
        if (tooLongLine) onError(tooLarge, tooLongLine.end())
        else {
          const message = readLine(Buffer.concat(parts), onError)
          if (message !== undefined) this.push(`${message}\n`)
        }
        parts = []
        length = 0
        tooLongLine = undefined
        start = end + 1
      }
      add(chunk.subarray(start))
      done()
    },
  })
}

// Returns the message of a line as JSON.
function readLine(bytes: Buffer, onError: (error: LineError, id: RequestId) => void): string | undefined {
  const line = bytes.toString().replace(/^\uFEFF/, '')
  if (line.trim() === '') return undefined
  let message: unknown
  try {
    message = normalizeMessage(JSON.parse(line))
    const json = JSON.stringify(message)
    deserializeMessage(json)
    return json
  } catch {
    if (message === undefined) onError(notJson, idInText(bytes))
    else for (const id of idsOf(message)) onError(notMessage, id)
  }
}

function idInText(bytes: Buffer): RequestId {
  const scanner = new RequestIdScanner()
  scanner.write(bytes)
  return scanner.end()
}

// Each request of a batch waits for its own answer.
function idsOf(message: unknown): RequestId[] {
  if (!Array.isArray(message)) return [idOf(message)]
  const ids = message.map(idOf).filter((id) => id !== null)
  return ids.length > 0 ? ids : [null]
}
