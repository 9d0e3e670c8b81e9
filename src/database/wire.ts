import pg from 'pg'

const { builtins } = pg.types

// How PostgreSQL's text becomes the program's plain JSON: moments are RFC 3339 strings in UTC, days stay
// `YYYY-MM-DD`, ids are numbers (no table of ours reaches 2^53 rows).
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
  [builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString()],
  [builtins.DATE, (text) => text],
])

/** The type parsers of every connection of the pool, for reads and for the unit of work alike. */
export const wire = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format === 'binary') return pg.types.getTypeParser(oid, format)
    const parser = parsers.get(oid) ?? pg.types.getTypeParser(oid, 'text')
    // It is asked for each column of each answer.
    parsers.set(oid, parser)
    return parser
  },
}
