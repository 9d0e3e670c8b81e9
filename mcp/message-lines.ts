import { Transform } from 'node:stream'
import { deserializeMessage, ProtocolErrorCode } from '@modelcontextprotocol/server'

type LineError = { code: number; message: string }

const maxLineBytes = 1024 * 1024
const newline = Buffer.from('\n')

// The codes that a request over HTTP gets.
const tooLarge = { code: -32_000, message: 'The message is larger than 1 MiB.' }
const notJson = { code: ProtocolErrorCode.ParseError, message: 'The message is not valid JSON.' }
const notMessage = {
  code: ProtocolErrorCode.InvalidRequest,
  message:
    'The message is not a JSON-RPC message. Send one request or notification per line, without a batch.',
}

/**
 * Returns a stream that passes on lines with one JSON-RPC message each, and drops all others. It calls `onError` with
 * the error of each dropped line, except for blank lines. The limit of a line is that of a body over HTTP. The SDK
 * drops a line that is not a message without an answer, and stops reading for good at a line that exceeds its buffer.
 */
export function messageLines(onError: (error: LineError) => void): Transform {
  let parts: Buffer[] = []
  let length = 0
  const add = (part: Buffer) => {
    length += part.length
    if (length <= maxLineBytes) return void parts.push(part)
    parts = []
    if (length - part.length <= maxLineBytes) onError(tooLarge)
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let start = 0
      for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
        add(chunk.subarray(start, end))
        const line = Buffer.concat(parts)
        const error = errorOf(line.toString())
        if (error) onError(error)
        else if (length <= maxLineBytes) this.push(Buffer.concat([line, newline]))
        parts = []
        length = 0
        start = end + 1
      }
      add(chunk.subarray(start))
      done()
    },
  })
}

function errorOf(line: string): LineError | undefined {
  if (line.trim() === '') return undefined
  try {
    deserializeMessage(line)
  } catch (error) {
    return error instanceof SyntaxError ? notJson : notMessage
  }
}
