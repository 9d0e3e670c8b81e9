import { z } from 'zod'
import type { Person } from '../access/person.ts'
import type { Read } from '../database/read.ts'
import { kindOfApiName } from '../portfolio/kinds.ts'
import { readProductNames } from '../portfolio/product/read.ts'
import { findAll, findAny, readSearch } from '../portfolio/search/search.ts'
import { required } from '../record/rules/required.ts'
import { text } from '../record/rules/text.ts'
import { type FoundRecords, findOtherRecords, tokenPrefixes } from './other-record-search.ts'
import { recordCatalog } from './record-catalog.ts'

/** How many records of each kind the search returns at most. */
export const maxPerKind = 5

/** The query of the search over all records. */
export const RecordSearchQuery = z.object({ q: required(text(200)) })
export type RecordSearchQuery = z.output<typeof RecordSearchQuery>

/**
 * Searches all records, at most five of each kind. Portfolio records are found as by `searchPortfolio`. All others
 * are found by the same words, or by parts of words, in their searched columns. Only if no record of any kind matches
 * are portfolio records with some of the words returned, and `relaxed` is true. Three statements, one more for the names of products, and one more if relaxed.
 * Only admins find admin-only records and other users' API tokens.
 */
export async function searchRecords(
  read: Read,
  { q }: RecordSearchQuery,
  person: Pick<Person, 'id' | 'role'>,
): Promise<{ relaxed: boolean; stems: string[]; found: FoundRecords[] }> {
  const search = await readSearch(read, q)
  const query = { limit: maxPerKind, ofEachKind: true }
  const [portfolio, others] = await Promise.all([
    findAll(read, search, query),
    findOtherRecords(read, { ...search, q, limit: maxPerKind }, person),
  ])
  const stems = stemsOf(search.all.wanted)
  if (portfolio.length + others.length > 0)
    return { relaxed: false, stems, found: inCatalogOrder([...(await byKind(read, portfolio)), ...others]) }
  const some = inCatalogOrder(await byKind(read, await findAny(read, search, query)))
  return { relaxed: some.length > 0, stems, found: some }
}

async function byKind(read: Read, results: Awaited<ReturnType<typeof findAll>>): Promise<FoundRecords[]> {
  const slugs = results.flatMap(({ product_slug }) => product_slug ?? [])
  const names = slugs.length === 0 ? undefined : await readProductNames(read, [...new Set(slugs)])
  return [...Map.groupBy(results, ({ kind }) => kindOfApiName(kind))].map(([kind, records]) => ({
    kind,
    records: records.map(({ id, title, platform, product_slug, created_at, snippet, status, trusted }) => ({
      id,
      title,
      platform,
      day: null,
      place: kind === 'product' ? null : (names?.get(product_slug ?? '') ?? null),
      created_at,
      snippet,
      status,
      trusted,
    })),
  }))
}

const order = [...recordCatalog.keys(), ...tokenPrefixes]

function inCatalogOrder(found: FoundRecords[]): FoundRecords[] {
  return found.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
}

// The words of a `tsquery` are in single quotes.
function stemsOf(queries: string[]): string[] {
  const stems = queries.flatMap((query) => [...query.matchAll(/'([^']+)'/g)].map(([, stem = '']) => stem))
  return [...new Set(stems)]
}
