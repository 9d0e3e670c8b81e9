import { createHash } from 'node:crypto'
import { FileFault } from './header.ts'

/** Follows the rows of a table: the end marker of the text format of COPY, which no row is equal to. */
export const endOfRows = Buffer.from('\\.\n')

const endAfterRow = Buffer.concat([Buffer.from('\n'), endOfRows])
const newline = 10
// The longest line is a row with an uploaded file: up to 20 MiB, twice that as hex. A file that is not a backup may
// contain no newline at all.
const maxLineLength = 256 * 1024 * 1024
const maxHeaderLength = 4 * 1024 * 1024

/** Reads the lines and the rows of a backup from its chunks. */
export class Reader {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #hash = createHash('sha256')
  // Starts at the beginning of a line.
  #unread = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** Reads one line, the header or the checksum. */
  async line(): Promise<string> {
    for (;;) {
      const end = this.#unread.indexOf(newline)
      if (end >= 0) return this.#take(end + 1).toString()
      await this.#readMore(maxHeaderLength)
    }
  }

  /** Reads the rows of a table, and the marker after them. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const lines = this.#unread.subarray(0, this.#unread.lastIndexOf(newline) + 1)
      const end = endOf(lines)
      if (end === undefined) {
        if (lines.length > 0) yield this.#take(lines.length)
        await this.#readMore()
      } else {
        if (end > 0) yield this.#take(end)
        this.#take(endOfRows.length)
        return
      }
    }
  }

  /**
   * Reads the last line.
   *
   * @throws FileFault if its checksum is not that of everything before it, or if more follows
   */
  async end(): Promise<void> {
    const sha256 = this.#hash.copy().digest('hex')
    if ((await this.line()) !== `${JSON.stringify({ sha256 })}\n`)
      throw new FileFault('is damaged: its checksum differs')
    const { done } = await this.#chunks.next()
    if (this.#unread.length > 0 || !done) throw new FileFault('is damaged: data follows its checksum')
  }

  #take(length: number): Buffer {
    const taken = this.#unread.subarray(0, length)
    this.#unread = this.#unread.subarray(length)
    this.#hash.update(taken)
    return taken
  }

  // Reads up to the end of a line. The chunks of a long line are joined once, so that its time is linear.
  async #readMore(maxLength = maxLineLength): Promise<void> {
    const chunks: Buffer[] = [this.#unread]
    let length = this.#unread.length
    for (let isComplete = false; !isComplete; ) {
      const { value, done } = await this.#chunks.next()
      if (done) throw new FileFault('is incomplete')
      chunks.push(value)
      length += value.length
      isComplete = value.includes(newline)
      if (!isComplete && length > maxLength) throw new FileFault('is not a backup of portfolio-ops')
    }
    this.#unread = Buffer.concat(chunks, length)
  }
}

// Returns where the marker is in complete lines.
function endOf(lines: Buffer): number | undefined {
  if (lines.subarray(0, endOfRows.length).equals(endOfRows)) return 0
  const row = lines.indexOf(endAfterRow)
  return row < 0 ? undefined : row + 1
}
