import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { fileError } from '../database/file-error.ts'
import { FileFault, type Header, parseHeader, type Table } from './header.ts'

/** Receives the share of a file that was read so far, from 0 to 1. */
export type ReadProgress = (share: number) => void

/** Follows the rows of a table: the end marker of the text format of COPY, which no row is equal to. */
export const endOfRows = Buffer.from('\\.\n')

const chunkSize = 256 * 1024
// gzip can expand a file a thousand times, which would take hours to read. Rows expand about ten times.
const maxExpansion = 200
const minExpanded = 64 * 1024 * 1024
const endAfterRow = Buffer.concat([Buffer.from('\n'), endOfRows])
const newline = 10
// The longest line is a row with an uploaded file: up to 20 MiB, twice that as hex. A file that is not a backup may
// contain no newline at all.
const maxLineLength = 256 * 1024 * 1024
const maxHeaderLength = 4 * 1024 * 1024

/**
 * Reads a backup to its end, and verifies its checksum. `onRows` receives each table with its rows in the text format
 * of COPY, and must read them all.
 *
 * @throws Error in one line if the file cannot be read, is damaged or incomplete, or has another format
 */
export async function readBackup(
  path: string,
  onRows: (table: Table, rows: AsyncIterable<Buffer>) => Promise<void>,
  progress: ReadProgress,
): Promise<Header> {
  try {
    const { size } = await stat(path)
    const file = createReadStream(path, { highWaterMark: chunkSize })
    const chunks = pipeline(file, createGunzip({ chunkSize }), () => undefined)
    try {
      const onChunk = (expanded: number) => {
        if (expanded > Math.max(minExpanded, size * maxExpansion))
          throw new FileFault(`is not a backup: it expands to more than ${maxExpansion} times its size`)
        progress(file.bytesRead / size)
      }
      const reader = new Reader(counted(chunks, onChunk))
      const header = parseHeader(await reader.line())
      for (const table of header.tables) await onRows(table, reader.rows())
      await reader.end()
      return header
    } finally {
      file.destroy()
    }
  } catch (error) {
    throw explain(error, path)
  }
}

// Reports the number of bytes so far after each chunk.
async function* counted(
  chunks: AsyncIterable<Buffer>,
  report: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    yield chunk
    bytes += chunk.length
    report(bytes)
  }
}

function explain(error: unknown, path: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (error instanceof FileFault) return new Error(`${path} ${message}.`, { cause: error })
  if (code?.startsWith('Z_'))
    return new Error(`${path} is damaged or not a backup: ${message}.`, { cause: error })
  return fileError(path, 'read', error)
}

/** Reads the lines and the rows of a backup from its chunks. */
class Reader {
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
