import type { FastifyRequest } from 'fastify'
import { resolve } from '../../src/portfolio/place/resolve.ts'
import type { AreaOptions } from '../area-auth.ts'
import { guard } from '../plugins/guard.ts'
import { portfolioCallerFinder } from '../plugins/portfolio-token.ts'
import type { Server } from '../server.ts'
import { appRoutes } from './app.ts'
import { canonRuleRoutes } from './canon-rule.ts'
import { decisionRoutes } from './decision.ts'
import { economicsRoutes } from './economics.ts'
import { insightRoutes } from './insight.ts'
import { overviewRoutes } from './overview.ts'
import { productRoutes } from './product.ts'
import { signalRoutes } from './signal.ts'
import { taskRoutes } from './task.ts'

/** Registers the portfolio API, which requires a token in the header X-Portfolio-Token. */
export function portfolioArea(app: Server, shared: AreaOptions): void {
  app.decorate('checkReferences', resolve)
  guard(app, {
    ...shared,
    credentialOf: ({ headers }) => {
      const token = headers['x-portfolio-token']
      return typeof token === 'string' ? token.trim() : undefined
    },
    callers: portfolioCallerFinder(app),
    ability: requiredScope,
    security: ['portfolioToken'],
    unauthenticated: { status: 403, message: 'Invalid or missing portfolio token.' },
  })
  overviewRoutes(app)
  productRoutes(app)
  appRoutes(app)
  signalRoutes(app)
  insightRoutes(app)
  economicsRoutes(app)
  decisionRoutes(app)
  taskRoutes(app)
  canonRuleRoutes(app)
}

function requiredScope({ method }: FastifyRequest): string {
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write'
}
