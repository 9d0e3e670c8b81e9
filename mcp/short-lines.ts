import { Transform } from 'node:stream'

const longest = 1024 * 1024
const newline = Buffer.from('\n')

/**
 * Passes on whole lines, and leaves out those that are longer than a body may be over HTTP: `refuse` is told of each.
 * The SDK stops for good at a line that its buffer cannot hold.
 */
export function shortLines(refuse: () => void): Transform {
  let held: Buffer[] = []
  let length = 0
  const take = (part: Buffer) => {
    length += part.length
    if (length <= longest) return void held.push(part)
    held = []
    if (length - part.length <= longest) refuse()
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0
      for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
        take(chunk.subarray(from, end))
        if (length <= longest) this.push(Buffer.concat([...held, newline]))
        held = []
        length = 0
        from = end + 1
      }
      take(chunk.subarray(from))
      done()
    },
  })
}
