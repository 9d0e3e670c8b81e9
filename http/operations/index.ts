import { accessTokenCallerFinder } from '../../src/access/access-token-caller.ts'
import { checkOperationsReferences } from '../../src/operations/check-references.ts'
import { bearerToken, guard } from '../identity/guard.ts'
import type { Server } from '../server/server.ts'
import { applicationRoutes } from './application.ts'
import { clickRoutes } from './click.ts'
import { companyRoutes } from './company.ts'
import { contactRoutes } from './contact.ts'
import { dashboardRoutes } from './dashboard.ts'
import { keywordRoutes } from './keyword.ts'
import { loginRoutes } from './login.ts'
import { requestLogRoutes } from './request-log.ts'
import { strategyRoutes } from './strategy.ts'
import { tokenRoutes } from './token.ts'
import { turnRoutes } from './turn.ts'

/** Registers the operations API. Only its login is public; every other route requires an access token. */
export async function operationsArea(app: Server): Promise<void> {
  await app.register(loginRoutes)
  await app.register(authenticatedRoutes)
}

async function authenticatedRoutes(app: Server): Promise<void> {
  app.decorate('checkReferences', checkOperationsReferences)
  await app.register(guard, {
    credentialOf: bearerToken,
    callers: accessTokenCallerFinder(app.read, app.lastUse),
    ability: ({ routeOptions }) => routeOptions.config.ability,
    security: ['accessToken'],
    unauthenticated: {
      status: 401,
      message: 'Unauthenticated.',
      source: {
        headers: ['Authorization'],
        advice:
          'Create a token in the web interface under /admin/api-token or by POST /api/v1/auth/token, and send it as Authorization: Bearer.',
      },
    },
  })
  tokenRoutes(app)
  applicationRoutes(app)
  companyRoutes(app)
  contactRoutes(app)
  turnRoutes(app)
  strategyRoutes(app)
  keywordRoutes(app)
  clickRoutes(app)
  dashboardRoutes(app)
  requestLogRoutes(app)
}
