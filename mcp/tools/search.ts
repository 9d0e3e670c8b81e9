import { z } from 'zod'
import { otherLanguage, SearchQuery, searchDescription } from '../../src/portfolio/search/query.ts'
import { searchPortfolio } from '../../src/portfolio/search/search.ts'
import { productSlugArgument } from '../argument.ts'
import { rejectUnknownSlugs } from '../suggestions.ts'
import { tool } from '../tool.ts'
import { warningsField } from '../warnings-field.ts'

const { q, kinds, limit } = SearchQuery.shape

export const searchTool = tool({
  name: 'search',
  title: 'Search all records',
  description: `${searchDescription} Look for duplicates here before you write, of an app in list_apps by store identity. Call get_record for one record.`,
  input: z.strictObject({
    query: q.optional(),
    kinds: kinds.describe('Such as signal,canon-rule'),
    product_slug: productSlugArgument,
    limit: limit.describe(''),
  }),
  async find({ reads }, { query, ...rest }) {
    const { read, readReplica } = await reads()
    const {
      relaxed,
      rows: results,
      warnings,
    } = await searchPortfolio(readReplica, {
      ...rest,
      ...(query !== undefined && { q: query }),
    })
    if (results.length === 0) await rejectUnknownSlugs(read, rest)
    return {
      server: { ...(relaxed && { relaxed }), ...warningsField(warnings) },
      stored: { results },
      next: ({ results: shown = 0 }) => nextCall(query, { shown, found: results.length, limit: rest.limit }),
    }
  },
})

type Counts = { shown: number; found: number; limit: number }

function nextCall(query: string | undefined, { shown, found, limit }: Counts): string {
  if (query === undefined)
    return 'These are the newest records. Call search again with query set to a few words.'
  const language = otherLanguage(query)
  const sentences = (...texts: (string | undefined)[]) => texts.filter((text) => text !== undefined).join(' ')
  if (shown === 0)
    return sentences(
      'Nothing matches. Call search again with fewer words, or with other words for the same thing.',
      language,
    )
  const full = sentences('For a full record call get_record with its kind and id.', language)
  const narrower = 'To narrow the search, add a word, or set kinds or product_slug.'
  if (shown < found) return `${full} Only ${shown} of ${found} results are shown. ${narrower}`
  return found < limit ? full : `${full} There may be more results. ${narrower}`
}
