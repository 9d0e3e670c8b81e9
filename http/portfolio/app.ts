import { App, AppQuery, listApps } from '../../src/portfolio/app/read.ts'
import { AppDetail, showApp } from '../../src/portfolio/app/show.ts'
import { writes } from '../../src/portfolio/write-api/writes.ts'
import type { Server } from '../server/server.ts'
import { IdOrSlug, pathKey } from './path-key.ts'
import { recordRoutes } from './record-routes.ts'
import { createdResponsesWithSimilar, listResponse, recordResponse } from './response.ts'

const response = recordResponse('app', App)

/** Registers the routes of apps, which implement a product on a platform. */
export function appRoutes(app: Server): void {
  recordRoutes(app, {
    path: '/apps',
    key: pathKey('mobileApp', IdOrSlug),
    name: 'app',
    label: { singular: 'app', plural: 'apps' },
    list: { summary: 'List apps', query: AppQuery, response: listResponse('apps', App), run: listApps },
    get: {
      summary:
        'Get an app with its latest signals, insights, tasks and product decisions, and the canon rules that bind it',
      response: recordResponse('app', AppDetail),
      embedsOthers: true,
      run: async (read, key) => ({ app: await showApp(read, key) }),
    },
    create: {
      write: writes.create_app,
      responses: createdResponsesWithSimilar('app', App),
      keyOf: ({ app }) => app.slug,
    },
    change: { write: writes.change_app, response },
  })
}
