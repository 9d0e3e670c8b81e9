/** What is static about a kind of portfolio record. */
export type Kind = {
  /** What its records are, in a sentence. */
  about: string
  table: string
  /** The column that names a record. */
  title: 'name' | 'title'
  hasSlug: boolean
  /** Whether the table has a `direction_id`, so that `direction map` moves its rows. */
  hasDirection: boolean
  /** The name of the id or slug in the paths of its routes. Null if it has no routes of its own. */
  parameter: string | null
  /**
   * The texts that the search reads, the title first: a match there ranks first. The column `search` of the table is
   * generated from them (search/column.ts). Null if the search does not return such records.
   */
  search: readonly string[] | null
  /**
   * The columns in which a search also finds a part of a word. If there are none, the search over all records finds parts
   * of words in the title.
   */
  names: readonly string[]
  /** The columns with the place of a record, whose names count among its words. */
  places: readonly ('product_id' | 'app_id')[]
  /** The column with the status of a record; null if it has none. */
  status: string | null
  /** The status that a withdrawn record gets. Null if it is retracted instead, or is never withdrawn. */
  withdrawnStatus: string | null
  /** Whether its records can be retracted. Lists, searches and counts leave retracted ones out. */
  canRetract: boolean
  /** The keys of one record and of a list in answers, if they are not the kind and the table. */
  answerKeys?: { one: string; many: string }
}
