import { z } from 'zod'
import { clampedInteger } from '../../record/rules/integer.ts'
import { required } from '../../record/rules/required.ts'
import { rule } from '../../record/rules/rule.ts'
import { Slug } from '../../record/rules/slug.ts'
import { storableString, text, trim } from '../../record/rules/text.ts'
import { apiName, type KindName, kindNames, kinds } from '../kinds.ts'

const maxResults = 50

const searchedKinds = kindNames.filter((name) => kinds[name].search !== null)

/** The kinds of records that the search returns, as a query names them: `canon-rule`. */
const searchKinds = searchedKinds.map(apiName)

/** Returns the kinds that a query names, or all of them. */
export function namedKinds(list: string | undefined): KindName[] {
  const names = list === undefined ? searchKinds : namesIn(list)
  return searchedKinds.filter((kind) => names.includes(apiName(kind)))
}

/** The types of the records that the search returns, as history names them: `canon_rule`. */
export const searchedTypes: readonly string[] = searchedKinds

const KindList = rule(
  (value) => {
    const list = trim(value)
    return typeof list === 'string' ? namesIn(list).join(',') : list
  },
  storableString(255).check(({ value, issues }) => {
    if (!namesIn(value).every((name) => searchKinds.includes(name)))
      issues.push({ code: 'invalid_value', values: searchKinds, input: value })
  }),
)

function namesIn(list: string): string[] {
  return list.split(',').map((name) => name.trim().toLowerCase().replaceAll('_', '-'))
}

/** What the search finds. Every surface describes it with these sentences. */
export const searchDescription =
  'Records with all words, those of the names of their product and app included, best match first. If none has all, those with some, and relaxed: true; excluded words stay excluded.'

/**
 * Returns the advice to search in the other language too. Undefined for a text in both alphabets, or in neither.
 */
export function otherLanguage(q: string): string | undefined {
  const [isRussian, isEnglish] = [/\p{Script=Cyrillic}/u.test(q), /\p{Script=Latin}/u.test(q)]
  if (isRussian === isEnglish) return undefined
  return `Words are not translated: search again in ${isRussian ? 'English' : 'Russian'} too.`
}

/** Query of the search over all portfolio records. */
export const SearchQuery = z.strictObject({
  q: required(text(200)).describe(
    'Russian or English words in any inflection, not translated; the last may be incomplete. A phrase in double quotes, `or` between alternatives, `-` excludes a word',
  ),
  kinds: KindList.optional().describe(`Comma-separated: ${searchKinds.join(', ')}. Default: all`),
  product_slug: Slug.optional().describe('Only this product and its records'),
  limit: clampedInteger(maxResults)
    .default(20)
    .describe(`Results; a value above ${maxResults} counts as ${maxResults}`),
})
export type SearchQuery = z.output<typeof SearchQuery>

/** A record that the search found. */
export const SearchResult = z.strictObject({
  kind: z.enum(searchKinds).describe('Kind of record'),
  id: z.int(),
  slug: z.string().nullable().describe('Null for records without a slug'),
  title: z.string().describe('Title, or name'),
  snippet: z.string().describe('Excerpt of the text around words of the query, which are marked as **word**'),
  product_slug: z.string().nullable(),
  status: z.string().nullable().describe('Null for records without a status'),
  trusted: z
    .boolean()
    .optional()
    .describe('Only for a rule: whether it is active and an admin created or approved it'),
  score: z.number().min(0).max(1).describe('Relevance; results are sorted by it'),
})
export type SearchResult = z.output<typeof SearchResult>

/** Whether the results of a search have only some of its words. */
export const Relaxed = z
  .literal(true)
  .optional()
  .describe('Present if no record has all words: the results have some of them')
