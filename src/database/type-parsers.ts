import pg from 'pg'

const { builtins } = pg.types

// How PostgreSQL's text becomes the program's plain JSON: moments are RFC 3339 strings in UTC, days stay
// `YYYY-MM-DD`, ids are numbers (no table of ours reaches 2^53 rows).
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
  [builtins.TIMESTAMPTZ, moment],
  [builtins.DATE, (text) => text],
])

/** The type parsers of every connection of the pool, for reads and for the unit of work alike. */
export const typeParsers = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format === 'binary') return pg.types.getTypeParser(oid, format)
    const parser = parsers.get(oid) ?? pg.types.getTypeParser(oid, 'text')
    // It is asked for each column of each answer.
    parsers.set(oid, parser)
    return parser
  },
}

// A session in UTC, as nearly all are, writes it nearly as we do; parsing it takes ten times as long.
function moment(text: string): string {
  if (text[10] !== ' ' || !text.endsWith('+00')) return new Date(text).toISOString()
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`
}
