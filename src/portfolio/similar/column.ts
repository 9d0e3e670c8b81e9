import { p, Type } from '@mikro-orm/core'
import { kinds } from '../kinds.ts'

/**
 * Returns the column `trigrams` of a kind of record: 256 bits, one of which is set for each trigram of the title. The
 * share of bits that two titles have in common measures how similar they are. The database keeps the column up to date,
 * and the program never loads it.
 */
export function trigramsColumn(kind: 'signal' | 'insight' | 'task' | 'product' | 'app') {
  const trigrams = p
    .type(BitsType)
    .$type<string>()
    // The function is that of migration 0001.
    .generated(`title_trigrams(${kinds[kind].title}) stored`)
    .nullable()
    .lazy()
    .hidden()
  return { trigrams }
}

/**
 * Returns the index by product, with what the comparison of titles reads: reading the rows themselves would take four
 * times as long.
 */
export function productIndex(table: string, status?: 'status') {
  const name = `${table}_product`
  const included = ['trigrams', 'created_at', ...(status ? [status] : [])].map((column) => `"${column}"`)
  return {
    name,
    expression: `create index "${name}" on "${table}" ("product_id", "id") include (${included.join(', ')})`,
  }
}

class BitsType extends Type<string, string> {
  override getColumnType(): string {
    return 'bit(256)'
  }
}
