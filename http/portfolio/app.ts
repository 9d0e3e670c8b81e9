import { changeApp } from '../../src/portfolio/app/change.ts'
import { createApp } from '../../src/portfolio/app/create.ts'
import { App, AppQuery, listApps } from '../../src/portfolio/app/read.ts'
import { AppDetail, showApp } from '../../src/portfolio/app/show.ts'
import { writes } from '../../src/portfolio/write-api/writes.ts'
import type { Server } from '../server.ts'
import { many, one } from './answer.ts'
import { PathName, pathKey } from './path-key.ts'
import { recordRoutes } from './record-routes.ts'

const record = one('app', App)

/** Apps: implementations of a product on a platform. */
export function appRoutes(app: Server): void {
  recordRoutes(app, {
    path: '/apps',
    key: pathKey('mobileApp', PathName),
    called: { one: 'App', many: 'Apps' },
    record,
    list: { summary: 'Search apps', query: AppQuery, answer: many('apps', App), run: listApps },
    show: {
      summary: 'Read an app with what was said of it last',
      answer: one('app', AppDetail),
      run: async (read, name) => ({ app: await showApp(read, name) }),
    },
    create: { write: writes.create_app, run: createApp, address: ({ app }) => app.slug },
    change: { write: writes.change_app, run: changeApp },
  })
}
