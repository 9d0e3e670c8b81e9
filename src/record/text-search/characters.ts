/** The characters of the values in which a text is searched. */
export type Characters = {
  /** Those whose trigrams are looked up for a text of two characters. */
  common: string
  /** Whether the values contain no others. Otherwise their table has an `uncommonIndex`. */
  onlyCommon: boolean
  /** Those that are not in the `rareIndex`. */
  frequent: string
  /** The collation by which small and capital letters are compared, if not that of the database. */
  collation?: 'C'
}

// Frequent letters of English and Russian, digits and separators. They are not in the `rareIndex`: with them, storing a
// signal would take a fifth longer, and a value with one of them is usually among the newest.
const frequentCharacters = 'abcdefghiklmnoprstuvwyабвгдеийклмнопрстухчшыья0123456789 -/_.,:'

const separators = String.raw`\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e\u00a0\u00ab\u00bb`
// ASCII and the small letters of Western European languages and Russian. `pg_trgm` expands at most 256 characters,
// capital letters included, and none above U+07FF; otherwise it reads the entire index.
const commonCharacters = String.raw`\u0020-\u007e\u00a0\u00ab\u00bb\u00df-\u00ff\u0430-\u044f\u0451`
/** Matches a letter or digit after a character that is not common. */
export const uncommon = `[^${commonCharacters}][^${separators}]`

/** The characters of names, titles and other text that people write. */
export const proseCharacters: Characters = {
  common: commonCharacters,
  onlyCommon: false,
  frequent: frequentCharacters,
}
