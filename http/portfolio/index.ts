import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { resolve } from '../../src/portfolio/place/resolve.ts'
import { withKnownSpelling } from '../../src/portfolio/spelling.ts'
import { insteadOfDeleting } from '../../src/portfolio/write-api/guide.ts'
import { guard, portfolioCallerFinder, portfolioTokenAdvice } from '../identity/guard.ts'
import { isSafeMethod } from '../request/request-target.ts'
import { WriteQuery } from '../routes/run-write.ts'
import type { Server } from '../server/server.ts'
import { batchRoutes } from './batch.ts'
import { explainErrors } from './explain-errors.ts'
import { portfolioProposals, reason } from './held-write.ts'
import { outcomesRoute } from './outcomes.ts'
import { overviewRoutes } from './overview.ts'
import { proposalRoutes } from './proposal.ts'
import { portfolioRecordRoutes } from './records.ts'
import { searchRoutes } from './search.ts'
import { trendsRoute } from './trends.ts'
import { weekRoute } from './week.ts'
import { whoamiRoute } from './whoami.ts'
import { writeApiRoutes } from './write-api.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Portfolio API: the route accepts a token of any scope. */
    anyScope?: true
    /** Portfolio API: a read that the scope `propose` also allows. */
    readByProposers?: true
  }
}

/** Registers the portfolio API, which requires a token in the header X-Portfolio-Token. */
export async function portfolioArea(app: Server): Promise<void> {
  app.decorate('checkReferences', resolve)
  app.decorate('proposals', portfolioProposals)
  acceptReason(app)
  rejectUnknownParameters(app)
  app.addHook('onRequest', acceptOtherSpelling)
  await app.register(guard, {
    credentialOf: ({ headers }) => {
      const token = headers['x-portfolio-token']
      return typeof token === 'string' ? token.trim() : undefined
    },
    callers: portfolioCallerFinder(app),
    ability: requiredScope,
    security: ['portfolioToken'],
    unauthenticated: {
      status: 403,
      message: 'Invalid or missing portfolio token.',
      source: {
        headers: ['X-Portfolio-Token'],
        advice: portfolioTokenAdvice('X-Portfolio-Token'),
        prefix: 'pft',
      },
    },
    insteadOf: { DELETE: insteadOfDeleting },
  })
  explainErrors(app)
  overviewRoutes(app)
  whoamiRoute(app)
  writeApiRoutes(app)
  searchRoutes(app)
  trendsRoute(app)
  outcomesRoute(app)
  weekRoute(app)
  portfolioRecordRoutes(app)
  batchRoutes(app)
  proposalRoutes(app)
}

function acceptReason(app: Server): void {
  app.addHook('onRoute', ({ method, schema }) => {
    if (schema?.querystring === WriteQuery && ![method].flat().every(isSafeMethod))
      schema.querystring = WriteQuery.extend({ reason })
  })
}

// Unlike the other areas: a list that ignores a misspelled filter misleads an agent, and a write that ignores a misspelled
// `dry_run` is stored.
function rejectUnknownParameters(app: Server): void {
  app.addHook('onRoute', ({ schema }) => {
    if (!schema) return
    const { querystring = z.object({}) } = schema
    if (querystring instanceof z.ZodObject) schema.querystring = querystring.strict()
  })
}

// Not documented: an agent knows the names of MCP arguments better than those of this API.
async function acceptOtherSpelling(request: FastifyRequest): Promise<void> {
  const { querystring } = request.routeOptions.schema ?? {}
  if (isSafeMethod(request.method) && querystring instanceof z.ZodObject)
    request.query = withKnownSpelling(querystring.shape, request.query as Record<string, unknown>)
}

function requiredScope({ method, routeOptions, caller }: FastifyRequest): string | undefined {
  const { anyScope, readByProposers } = routeOptions.config
  if (anyScope) return undefined
  const usual = isSafeMethod(method) ? 'read' : 'write'
  const mayPropose = usual === 'write' || readByProposers
  const scopes = caller?.abilities ?? []
  return mayPropose && !scopes.includes(usual) && scopes.includes('propose') ? 'propose' : usual
}
