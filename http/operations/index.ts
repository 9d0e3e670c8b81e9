import { accessTokenCallerFinder } from '../../src/access/access-token-caller.ts'
import { checkOperationsReferences } from '../../src/operations/check-references.ts'
import type { AreaOptions } from '../identity/area-auth.ts'
import { bearerToken } from '../identity/bearer-token.ts'
import { guard } from '../identity/guard.ts'
import { lastUseTracker } from '../identity/last-use.ts'
import type { CountAttempt } from '../protection/login-limits.ts'
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
export async function operationsArea(
  app: Server,
  { countAttempt, ...shared }: AreaOptions & { countAttempt: CountAttempt },
): Promise<void> {
  await app.register(async (area) => loginRoutes(area as Server, shared.limit, countAttempt))
  await app.register(async (area) => authenticatedRoutes(area as Server, shared))
}

function authenticatedRoutes(app: Server, shared: AreaOptions): void {
  app.decorate('checkReferences', checkOperationsReferences)
  guard(app, {
    ...shared,
    credentialOf: bearerToken,
    callers: accessTokenCallerFinder(app.read, lastUseTracker(app)),
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
