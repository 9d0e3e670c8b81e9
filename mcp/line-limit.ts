import { Transform } from 'node:stream'

const maxLineBytes = 1024 * 1024
const newline = Buffer.from('\n')

/**
 * Returns a stream that passes on complete lines and drops lines over 1 MiB, the limit of a body over HTTP.
 * It calls `onTooLong` once for each dropped line. The SDK stops reading for good at a line that exceeds its
 * buffer.
 */
export function limitLines(onTooLong: () => void): Transform {
  let parts: Buffer[] = []
  let length = 0
  const add = (part: Buffer) => {
    length += part.length
    if (length <= maxLineBytes) return void parts.push(part)
    parts = []
    if (length - part.length <= maxLineBytes) onTooLong()
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let start = 0
      for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
        add(chunk.subarray(start, end))
        if (length <= maxLineBytes) this.push(Buffer.concat([...parts, newline]))
        parts = []
        length = 0
        start = end + 1
      }
      add(chunk.subarray(start))
      done()
    },
  })
}
