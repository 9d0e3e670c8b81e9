import { ApplicationChange, NewApplication } from '../../src/operations/application/application.ts'
import { changeApplication } from '../../src/operations/application/change.ts'
import { createApplication } from '../../src/operations/application/create.ts'
import {
  Application,
  ApplicationQuery,
  listApplications,
  readApplication,
} from '../../src/operations/application/read.ts'
import { removeApplication } from '../../src/operations/application/remove.ts'
import { dataRoutes } from '../data-routes.ts'
import type { Server } from '../server.ts'
import { archiveRoutes } from './archive.ts'
import { type TrailRoutes, trailRoutes } from './trail.ts'

const place: TrailRoutes = {
  path: '/applications',
  tags: ['Applications'],
  reading: { ability: 'apps:read' },
  writing: { ability: 'apps:write', policy: 'write' },
}

/** Applications: what the company runs. */
export function applicationRoutes(app: Server): void {
  dataRoutes(app, {
    ...place,
    called: { one: 'an application', many: 'applications' },
    record: Application,
    list: { query: ApplicationQuery, run: listApplications },
    read: readApplication,
    create: { body: NewApplication, run: createApplication },
    change: { methods: ['PATCH'], body: ApplicationChange, run: changeApplication },
    remove: { summary: 'Delete an application', run: removeApplication },
  })
  archiveRoutes(app)
  trailRoutes(app, { ...place, kind: 'application', read: readApplication })
}
