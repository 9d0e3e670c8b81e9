import { App, AppQuery, listApps } from '../../src/portfolio/app/read.ts'
import { AppDetail, showApp } from '../../src/portfolio/app/show.ts'
import { operations } from '../../src/portfolio/operations.ts'
import { IdOrSlug, pathKey } from '../routes/path-key.ts'
import { recordRoutes } from '../routes/record-routes.ts'
import type { Server } from '../server/server.ts'
import { portfolioEnvelope } from './envelope.ts'

const label = { singular: 'app', plural: 'apps' }

/** Registers the routes of apps, which implement a product on a platform. */
export function appRoutes(app: Server): void {
  recordRoutes(app, {
    path: '/apps',
    key: pathKey('mobileApp', IdOrSlug),
    label,
    envelope: portfolioEnvelope('app', label, {
      record: App,
      detail: AppDetail,
      embedsOthers: true,
      hasSimilar: true,
    }),
    list: { query: AppQuery, run: listApps },
    get: {
      summary:
        'Get an app with its latest signals, insights, tasks and product decisions, and the canon rules that bind it',
      run: showApp,
    },
    create: { ...operations.create_app, location: 'slug' },
    change: operations.change_app,
  })
}
