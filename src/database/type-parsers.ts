import pg from 'pg'

const { builtins } = pg.types

// Converts the text format of PostgreSQL to plain JSON: timestamps to RFC 3339 strings in UTC, dates stay
// `YYYY-MM-DD`, ids to numbers (no table reaches 2^53 rows).
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
  [builtins.TIMESTAMPTZ, toRfc3339],
  [builtins.DATE, (text) => text],
])

/** The type parsers of every connection, inside and outside transactions. */
export const typeParsers = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format === 'binary') return pg.types.getTypeParser(oid, format)
    const parser = parsers.get(oid) ?? pg.types.getTypeParser(oid, 'text')
    // Cached, because it is looked up for each column of each result.
    parsers.set(oid, parser)
    return parser
  },
}

// Fast path for sessions in UTC, which are nearly all: a Date takes ten times as long.
function toRfc3339(text: string): string {
  if (text[10] !== ' ' || !text.endsWith('+00')) return new Date(text).toISOString()
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`
}
