import { z } from 'zod'
import {
  otherLanguage,
  Relaxed,
  SearchQuery,
  SearchResult,
  searchDescription,
} from '../../src/portfolio/search/query.ts'
import { searchPortfolio } from '../../src/portfolio/search/search.ts'
import type { Server } from '../server/server.ts'
import { listBody, listResponse } from './response.ts'

/** Registers the route that searches all portfolio records. */
export function searchRoutes(app: Server): void {
  app.get(
    '/search',
    {
      schema: {
        operationId: 'searchPortfolio',
        tags: ['Portfolio'],
        summary: 'Search all records',
        description: `${searchDescription} Upper and lower case, and ё and е are equal. If more than 1,000 records of a kind match, 1,000 of them and those among the newest are ranked.`,
        querystring: SearchQuery,
        response: {
          200: z.object({
            relaxed: Relaxed,
            ...listResponse('results', SearchResult).shape,
            next: z.string().optional().describe('Of words in one language: to search in the other too'),
          }),
        },
      },
    },
    async ({ query }) => {
      const { relaxed, ...page } = await searchPortfolio(app.readReplica, query)
      const next = otherLanguage(query.q)
      return {
        message: 'Search done.',
        ...(relaxed && { relaxed }),
        ...listBody('results', query, page),
        ...(next !== undefined && { next }),
      }
    },
  )
}
