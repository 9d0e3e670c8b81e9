import { z } from 'zod'
import { PortfolioChange, PortfolioChangeQuery, readPortfolioChanges } from '../../src/portfolio/changes.ts'
import { DirectionItem, listDirections } from '../../src/portfolio/direction/read.ts'
import { ReferenceSets, referenceSets } from '../../src/portfolio/reference-sets.ts'
import { SummaryQuery } from '../../src/portfolio/summary/scope.ts'
import { readSummary, Summary } from '../../src/portfolio/summary/summary.ts'
import { todayIn } from '../../src/record/time-zone.ts'
import { warningList } from '../answers/response-schemas.ts'
import type { Server } from '../server/server.ts'
import { message } from './response.ts'

const tags = ['Portfolio']
const commonFields = { message, warnings: warningList }

/** Registers the read routes of the portfolio itself: summary, directions, reference and change feed. */
export function overviewRoutes(app: Server): void {
  const { TIME_ZONE } = app.config
  app.get(
    '/summary',
    {
      config: { sharedAnswer: true },
      schema: {
        operationId: 'getPortfolioSummary',
        tags,
        summary: 'Get the portfolio summary',
        description:
          'Returns the health of the portfolio, what needs attention, active canon rules, products, trends, risks and growth points.',
        querystring: SummaryQuery,
        response: { 200: z.object({ ...commonFields, ...Summary.shape }) },
      },
    },
    async ({ query }) => {
      const summary = await readSummary(app.readReplica, { ...query, company_day: todayIn(TIME_ZONE) })
      return { message: 'Portfolio summary.', ...summary }
    },
  )

  app.get(
    '/directions',
    {
      config: { sharedAnswer: true },
      schema: {
        operationId: 'listDirections',
        tags,
        summary: 'List directions',
        description:
          'Returns the stored directions, every canonical direction slug, and which of those are not stored. Directions are read-only in the API.',
        response: {
          200: z.object({
            ...commonFields,
            directions: z.array(DirectionItem),
            reference: ReferenceSets.pick({ canonical_direction_slugs: true }),
            not_stored: z.array(z.string()).describe('The canonical slugs without a stored direction'),
            next: z.string().optional().describe('What to do where a slug of not_stored is wanted'),
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
        operationId: 'getReference',
        tags,
        summary: 'Get the reference of enumerations',
        description:
          'Returns every enumeration of the portfolio with the meaning of each value, and the canonical direction slugs. Directions themselves are read-only in the API.',
        response: { 200: z.object({ ...commonFields, reference: ReferenceSets }) },
      },
    },
    async () => ({ message: 'Reference found.', reference: referenceSets }),
  )

  app.get(
    '/changes',
    {
      config: { cursorExpires: true },
      schema: {
        operationId: 'listChanges',
        tags,
        summary: 'List changes, oldest first',
        description:
          'The change feed, ordered by transaction. To continue, send `next_cursor` as `since`: every change is delivered at least once. After a failover or a restore of the database an old cursor is 410: start again without one. Use the same filters with a cursor as without it.',
        querystring: PortfolioChangeQuery,
        response: {
          200: z.object({
            ...commonFields,
            changes: z.array(PortfolioChange),
            next_cursor: z.string(),
            has_more: z.boolean(),
          }),
        },
      },
    },
    async ({ query }) => ({ message: 'Changes found.', ...(await readPortfolioChanges(app.read, query)) }),
  )
}
