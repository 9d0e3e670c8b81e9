import { accessCallers } from '../../src/access/access-caller.ts'
import { LastUse } from '../../src/access/last-use.ts'
import { checkOperationsReferences } from '../../src/operations/check-references.ts'
import { bearerOf } from '../bearer.ts'
import { type AreaAuth, guard } from '../plugins/guard.ts'
import type { Server } from '../server.ts'
import { analyticsRoutes } from './analytics.ts'
import { apiLogRoutes } from './api-log.ts'
import { applicationRoutes } from './application.ts'
import { companyRoutes } from './company.ts'
import { contactRoutes } from './contact.ts'
import { dashboardRoutes } from './dashboard.ts'
import { keywordRoutes } from './keyword.ts'
import { loginRoutes } from './login.ts'
import { strategyRoutes } from './strategy.ts'
import { tokenRoutes } from './token.ts'
import { turnRoutes } from './turn.ts'

type Area = Pick<AreaAuth, 'limit' | 'unknownRoute'>

/** The operations API: a login that needs no credential, and everything else behind a person's access token. */
export async function operationsArea(app: Server, door: Area): Promise<void> {
  await app.register(async (open) => loginRoutes(open as Server, door.limit))
  await app.register(async (closed) => behindToken(closed as Server, door))
}

function behindToken(app: Server, door: Area): void {
  app.decorate('refer', checkOperationsReferences)
  const lastUse = new LastUse(app.orm)
  app.addHook('onClose', () => lastUse.close())
  const callerOf = accessCallers(app.read, lastUse)
  guard(app, {
    ...door,
    identify: async (request) => {
      const secret = bearerOf(request)
      return secret ? callerOf(secret) : null
    },
    ability: ({ routeOptions }) => routeOptions.config.ability,
    security: ['accessToken'],
    refusal: { status: 401, message: 'Unauthenticated.' },
  })
  tokenRoutes(app)
  applicationRoutes(app)
  companyRoutes(app)
  contactRoutes(app)
  turnRoutes(app)
  strategyRoutes(app)
  keywordRoutes(app)
  analyticsRoutes(app)
  dashboardRoutes(app)
  apiLogRoutes(app)
}
