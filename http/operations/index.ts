import { accessTokenCallerFinder } from '../../src/access/token-caller.ts'
import { checkReferences, kinds } from '../../src/operations/kinds.ts'
import { bearerToken, guard } from '../identity/guard.ts'
import { resourceOf } from '../routes/record-kind.ts'
import { recordRoutes } from '../routes/record-routes.ts'
import type { Server } from '../server/server.ts'
import { archiveRoutes } from './archive.ts'
import { clickRoutes } from './click.ts'
import { dashboardRoutes } from './dashboard.ts'
import { noteAndHistoryRoutes } from './notes-and-history.ts'
import { requestLogRoutes } from './request-log.ts'
import { loginRoutes, tokenRoutes } from './token.ts'
import { turnRoutes } from './turn.ts'

/** Registers the operations API. Only its login is public; every other route requires an access token. */
export async function operationsArea(app: Server): Promise<void> {
  await app.register(loginRoutes)
  await app.register(authenticatedRoutes)
}

async function authenticatedRoutes(app: Server): Promise<void> {
  app.decorate('checkReferences', checkReferences)
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
  kindRoutes(app)
  archiveRoutes(app)
  turnRoutes(app)
  clickRoutes(app)
  dashboardRoutes(app)
  requestLogRoutes(app)
}

function kindRoutes(app: Server): void {
  for (const [name, kind] of Object.entries(kinds)) {
    const { ability, hasNotes } = kind
    const resource = {
      ...resourceOf(name, kind),
      path: `/${kind.entity.meta.tableName}`,
      reading: { ability: `${ability}:read` as const },
      writing: { ability: `${ability}:write` as const, policy: 'write' as const },
    }
    recordRoutes(app, resource)
    if (hasNotes) noteAndHistoryRoutes(app, { ...resource, kind: name, read: kind.read })
  }
}
