/** Returns the index of the trigrams of `columns`. ILIKE finds a text of three characters or more by it. */
export function trigramIndex(table: string, ...columns: string[]) {
  const name = `${table}_search`
  const list = columns.map((column) => `"${column}" gin_trgm_ops`).join(', ')
  return { name, expression: `create index "${name}" on "${table}" using gin (${list})` }
}
