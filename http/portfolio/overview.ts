import { z } from 'zod'
import { Change, ChangeQuery } from '../../src/journal/feed.ts'
import { DirectionItem, listDirections } from '../../src/portfolio/direction/read.ts'
import { readPortfolioChanges } from '../../src/portfolio/kinds.ts'
import { ReferenceSets, referenceSets } from '../../src/portfolio/reference-sets.ts'
import { SummaryQuery } from '../../src/portfolio/summary/scope.ts'
import { readSummary, Summary } from '../../src/portfolio/summary/summary.ts'
import { warningList } from '../data.ts'
import type { Server } from '../server.ts'
import { message } from './answer.ts'

const besides = { message, warnings: warningList }

/** What is read of the portfolio as a whole: summary, directions, vocabulary, changes. */
export function overviewRoutes(app: Server): void {
  app.get(
    '/summary',
    {
      schema: {
        tags: ['Portfolio'],
        summary:
          'The portfolio at a glance: health, products, trends, risks, growth points, what needs attention',
        querystring: SummaryQuery,
        response: { 200: z.object({ ...besides, ...Summary.shape }) },
      },
    },
    async ({ query }) => ({ message: 'Portfolio summary.', ...(await readSummary(app.readReplica, query)) }),
  )

  app.get(
    '/directions',
    {
      schema: {
        tags: ['Portfolio'],
        summary: 'The stored directions, and the canonical slugs',
        response: {
          200: z.object({
            ...besides,
            directions: z.array(DirectionItem),
            reference: ReferenceSets.pick({ canonical_direction_slugs: true }),
          }),
        },
      },
    },
    async () => ({ message: 'Directions found.', ...(await listDirections(app.readReplica)) }),
  )

  app.get(
    '/reference',
    {
      schema: {
        tags: ['Portfolio'],
        summary: 'Every enumeration with the meaning of its values',
        response: { 200: z.object({ ...besides, reference: ReferenceSets }) },
      },
    },
    async () => ({ message: 'Reference found.', reference: referenceSets }),
  )

  app.get(
    '/changes',
    {
      schema: {
        tags: ['Portfolio'],
        summary: 'What changed, in the order it became visible',
        description: 'Ask again with next_cursor: every change comes at least once, none is left out.',
        querystring: ChangeQuery,
        response: {
          200: z.object({
            ...besides,
            changes: z.array(Change),
            next_cursor: z.string(),
            has_more: z.boolean(),
          }),
        },
      },
    },
    async ({ query }) => ({ message: 'Changes found.', ...(await readPortfolioChanges(app.read, query)) }),
  )
}
