import { z } from 'zod'

/** The format of backups that this version writes. A reader rejects every other one. */
const formatVersion = 1

// PostgreSQL truncates a longer name.
const Name = z.string().max(63)
// A file that is not ours must not take long to check.
const maxNames = 10_000

const partitionBound =
  /^FOR VALUES FROM \(('[\d :+-]+'|MINVALUE)\) TO \(('[\d :+-]+'|MAXVALUE)\)( WITH \(fillfactor=\d+\))?$/

const Table = z.strictObject({
  name: Name,
  columns: z.array(Name).max(maxNames),
  // `bound` is part of a statement, so it may only have the form of a range, with the free space of pages.
  partitions: z
    .array(
      z.strictObject({
        name: Name,
        bound: z.string().regex(partitionBound),
      }),
    )
    .max(maxNames),
})

const Header = z.strictObject({
  format: z.literal('portfolio-ops backup'),
  version: z.literal(formatVersion),
  /** The version of the service that made the backup. */
  application: z.string().max(50),
  created_at: z.string().max(50),
  /** The migrations that are applied, in order. */
  migrations: z.array(z.string().max(100)).max(maxNames),
  /** The sequences that have been used, with their last value. */
  sequences: z
    .array(z.strictObject({ name: Name, last_value: z.string().regex(/^\d{1,19}$/) }))
    .max(maxNames),
  /** In the order of their rows: a table follows the tables that its foreign keys reference. */
  tables: z.array(Table).max(1000),
})

/** The first line of a backup. */
export type Header = z.output<typeof Header>

/** A table of a backup. */
export type Table = z.output<typeof Table>

/** A file that is not a backup that this version can read. The message follows the name of the file. */
export class FileFault extends Error {}

/** Returns the header of a new backup. */
export function createHeader(contents: Omit<Header, 'format' | 'version' | 'created_at'>): Header {
  const created_at = new Date().toISOString()
  return { format: 'portfolio-ops backup', version: formatVersion, created_at, ...contents }
}

/**
 * Parses the first line of a backup.
 *
 * @throws FileFault if it is not the header of a backup that this version reads
 */
export function parseHeader(line: string): Header {
  const json = parseJson(line)
  const { success, data } = AnyHeader.safeParse(json)
  if (!success) throw new FileFault('is not a backup of portfolio-ops')
  if (data.version !== formatVersion)
    throw new FileFault(
      `has format ${data.version}, but this version reads format ${formatVersion}. Restore it with portfolio-ops ${data.application}`,
    )
  const header = Header.safeParse(json)
  if (!header.success) throw new FileFault('is damaged: its header is invalid')
  return header.data
}

// What every version of the format has.
const AnyHeader = z.object({
  format: Header.shape.format,
  version: z.int(),
  application: Header.shape.application,
})

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
