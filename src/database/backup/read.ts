import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { fileError } from '../file-error.ts'
import { FileFault, type Header, parseHeader, type Table } from './header.ts'
import { Reader } from './reader.ts'

/** Receives the share of a file that was read so far, from 0 to 1. */
export type ReadProgress = (share: number) => void

const chunkSize = 256 * 1024
// gzip can expand a file a thousand times, which would take hours to read. Rows expand about ten times.
const maxExpansion = 200
const minExpanded = 64 * 1024 * 1024

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
