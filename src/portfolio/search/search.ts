import type { Read } from '../../database/read.ts'
import { slugWarnings } from '../list/filter.ts'
import { type Match, matchAll, matchAny } from './match.ts'
import type { SearchQuery, SearchResult } from './query.ts'
import { type SelectValues, selectFound } from './select.ts'
import { snippetOf } from './snippet.ts'
import { findTerms, type ParsedSearch, parseSearch } from './terms.ts'

/**
 * Searches all portfolio records by words, best match first, in two statements. If no record has all of them, a third
 * finds those that have any of them, and `relaxed` is true. Without `q` it returns the newest records. An unknown
 * product adds a warning.
 */
export async function searchPortfolio(
  read: Read,
  { q, ...query }: Omit<SearchQuery, 'q'> & { q?: string | undefined },
) {
  const { relaxed, results } =
    q === undefined ? await findNewest(read, query) : await findWords(read, q, query)
  const { limit } = query
  const total = results.length < limit ? results.length : null
  const warnings = results.length > 0 ? [] : await slugWarnings(read, query, results)
  return {
    ...(relaxed && { relaxed }),
    rows: results.map(({ platform, created_at, ...result }) => result),
    more: total === null,
    total,
    warnings,
  }
}

const findNewest = async (read: Read, values: SelectValues) => ({
  relaxed: false,
  results: await findRecords(read, values, null),
})

async function findWords(read: Read, q: string, query: SelectValues) {
  const search = await readSearch(read, q)
  const results = await findAll(read, search, query)
  if (results.length > 0) return { relaxed: false, results }
  const some = await findAny(read, search, query)
  return { relaxed: some.length > 0, results: some }
}

/** A result with the platform of an app, which distinguishes apps of one name. */
type FoundResult = SearchResult & { platform: string | null; created_at: string }

/** A search with the terms and places that PostgreSQL found for it. */
export type Search = ParsedSearch & { all: Match; any: Match | null }

/** Reads what a text searches for, by one statement. */
export async function readSearch(read: Read, q: string): Promise<Search> {
  const parsed = parseSearch(q)
  const { queries, places } = await findTerms(read, parsed.terms)
  return {
    ...parsed,
    all: matchAll(parsed.terms, queries, places),
    any: matchAny(parsed.terms, queries, places),
  }
}

/** Finds the records that match the whole search, by one statement. */
export async function findAll(
  read: Read,
  { all, last, contains, begins, exact }: Search,
  query: SelectValues,
): Promise<FoundResult[]> {
  if (all.tsquery === '') return []
  return findRecords(read, { ...query, contains, begins, exact, match: all }, last)
}

/** Finds the records that match any term and no excluded one, by one statement. */
export async function findAny(
  read: Read,
  { any, last }: Search,
  query: SelectValues,
): Promise<FoundResult[]> {
  return any === null ? [] : findRecords(read, { ...query, match: any, relaxed: true }, last)
}

async function findRecords(read: Read, values: SelectValues, last: string | null): Promise<FoundResult[]> {
  // Whether the index or the newest records are the best way to the matches depends on how common the words are.
  const rows = await read({ ...selectFound(values), unprepared: true })
  return rows.map(({ text, marked, title_length, trusted, ...found }) => ({
    ...found,
    ...(trusted !== null && { trusted }),
    snippet: snippetOf({ text, marked, titleLength: title_length, last }),
  }))
}
