import type { FastifyRequest } from 'fastify'
import { resolve } from '../../src/portfolio/place/resolve.ts'
import { type AreaAuth, guard } from '../plugins/guard.ts'
import { portfolioCallerOf } from '../plugins/portfolio-caller.ts'
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

/** The portfolio API, behind the header X-Portfolio-Token. */
export function portfolioArea(app: Server, door: Pick<AreaAuth, 'limit' | 'unknownRoute'>): void {
  app.decorate('refer', resolve)
  const callerOf = portfolioCallerOf(app)
  guard(app, {
    ...door,
    identify: async ({ headers }) => {
      const token = headers['x-portfolio-token']
      return typeof token === 'string' ? callerOf(token.trim()) : null
    },
    ability: scopeOf,
    security: ['portfolioToken'],
    refusal: { status: 403, message: 'Invalid or missing portfolio token.' },
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

function scopeOf({ method }: FastifyRequest): string {
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write'
}
