import { generatedWords } from '../../record/text-search.ts'
import type { Kind } from '../kinds.ts'

/** A kind of record that states a fact, in its title and its texts. */
export type FactKind = 'signal' | 'insight' | 'decision' | 'task'

/** Returns the column with the stems of the title of a kind of record, by which similar records are found. */
export const titleStems = ({ title }: Kind) => ({
  title_stems: generatedWords(`search_stems(${title})`),
})

/** Returns the index of a kind of record by product, with the stems: the records themselves are not read. */
export function productIndex({ table }: Kind) {
  return {
    name: `${table}_product`,
    expression: `create index "${table}_product" on "${table}" ("product_id", "id") include ("title_stems")`,
  }
}

/** Returns the index of the trigrams of a column with names. */
export function nameIndex(table: 'products' | 'apps', column: 'name' | 'product_candidate_name') {
  const name = `${table}_${column}_trigrams`
  return {
    name,
    expression: `create index "${name}" on "${table}" using gin (search_text("${column}") gin_trgm_ops)`,
  }
}
