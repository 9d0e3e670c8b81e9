import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { containsPattern } from '../../record/text-search.ts'

/** A word or a phrase of a search. */
export type Term = {
  /** The number of its alternative: `or` begins a new one. */
  alternative: number
  text: string
  isExcluded: boolean
  /** Whether it is the last word of the search, which may be incomplete. */
  isPrefix: boolean
}

/** A search as its text states it. */
export type ParsedSearch = {
  terms: Term[]
  /** Whether it has a phrase, alternatives or excluded terms. */
  hasOperators: boolean
  /** The last word, if it may be incomplete. */
  last: string | null
  /** LIKE patterns of the text itself, for names, slugs and store IDs; null if the search uses operators. */
  contains: string | null
  begins: string | null
  exact: string | null
}

/**
 * Returns the terms of a text, in the form that the SQL function `search_text` gives them: words, phrases in double
 * quotes, and `-` before an excluded term. `or` between two terms separates alternatives.
 */
export function parseSearch(text: string): ParsedSearch {
  const folded = text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е')
  const quoted = (folded.match(/"/g)?.length ?? 0) % 2 === 0 ? folded : folded.replaceAll('"', ' ')
  const tokens = [...quoted.matchAll(/(?<![^\s"])(-?)"([^"]*)"|(?<![^\s"])(-?)([^\s"]+)|"([^"]*)"/gu)]
  const terms: Term[] = []
  let alternative = 0
  let isQuoted = false
  for (const [index, [, phraseMinus, phrase, wordMinus, word, unspaced]] of tokens.entries()) {
    const quotation = phrase ?? unspaced
    const words = (quotation ?? word ?? '').match(/[\p{L}\p{Nd}]+/gu) ?? []
    const isOr = word === 'or' && !wordMinus && terms.length > 0 && index < tokens.length - 1
    if (isOr) alternative += 1
    if (isOr || words.length === 0) continue
    isQuoted = quotation !== undefined
    const isExcluded = (phraseMinus ?? wordMinus) === '-'
    const texts = isQuoted || isExcluded ? [words.join(' ')] : words
    terms.push(...texts.map((text) => ({ alternative, text, isExcluded, isPrefix: false })))
  }
  const lastTerm = terms.at(-1)
  const isCompletable = lastTerm !== undefined && !lastTerm.isExcluded && !isQuoted
  if (isCompletable) lastTerm.isPrefix = true
  const hasOperators = alternative > 0 || quoted.includes('"') || terms.some(({ isExcluded }) => isExcluded)
  const plain = hasOperators || terms.length === 0 ? null : folded.trim()
  const contains = plain === null ? null : containsPattern(plain)
  return {
    terms,
    hasOperators,
    last: isCompletable ? lastTerm.text : null,
    contains,
    begins: contains?.slice(1) ?? null,
    exact: plain,
  }
}

/** A product or an app whose name contains terms of a search, by their positions. */
export type Place = { kind: 'product' | 'app'; id: number; terms: number[] }

/** The terms of a search as PostgreSQL finds them, and the places that are named by one of them. */
type FoundTerms = {
  /** The `tsquery` of each term as text, empty for a stop word. */
  queries: string[]
  places: Place[]
}

/** Returns the `tsquery` of each term and the products and apps whose names contain one, by one statement. */
export async function findTerms(read: Read, terms: Term[]): Promise<FoundTerms> {
  const [found] = await read(
    selectTerms({
      texts: terms.map(({ text }) => text),
      excluded: terms.map(({ isExcluded }) => isExcluded),
      prefixes: terms.map(({ isPrefix }) => isPrefix),
    }),
  )
  return { queries: found?.queries ?? [], places: found?.places ?? [] }
}

/**
 * A term is its stems, and for an incomplete word also every word that begins with it. A stop word beside other terms
 * is not completed: they already find every record that its completion could find. A long number may also be that of an
 * app in the App Store, whose address contains it after `id`.
 */
const selectTerms = statement(
  'search.terms',
  { texts: ['qr'], excluded: [false], prefixes: [true] },
  () => sql<FoundTerms>`
      with given as materialized (
        select number - 1 as number, text, is_prefix, stems,
          count(*) filter (where numnode(stems) > 0 and not is_excluded) over () > 0 as has_others
        from unnest(${param('texts')}::text[], ${param('excluded')}::boolean[], ${param('prefixes')}::boolean[])
            with ordinality as given (text, is_excluded, is_prefix, number),
          phraseto_tsquery('russian', text) as stems
      ), term as materialized (
        select number, case when not is_prefix or (numnode(stems) = 0 and has_others) then stems
            else stems || to_tsquery('simple', '''' || text || ''':*') end
          || case when text ~ '^[0-9]{6,12}$' then to_tsquery('simple', 'id' || text) else ''::tsquery end as query
        from given
      ), place as (
        select 'product' as kind, products.id, array_agg(number) as terms
        from products join term on products.name_words @@ query group by products.id
        union all
        select 'app', apps.id, array_agg(number)
        from apps left join products on products.id = apps.product_id
          join term on apps.name_words @@ query or products.name_words @@ query
        where exists (select from term where apps.name_words @@ query) group by apps.id
      )
      select (select coalesce(array_agg(query::text order by number), '{}') from term) as queries,
        (select coalesce(json_agg(place), '[]') from place) as places`,
)
