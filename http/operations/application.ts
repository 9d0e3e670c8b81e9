import { ApplicationChange, NewApplication } from '../../src/operations/application/application.ts'
import {
  Application,
  ApplicationQuery,
  listApplications,
  readApplication,
} from '../../src/operations/application/read.ts'
import {
  changeApplication,
  createApplication,
  removeApplication,
} from '../../src/operations/application/writes.ts'
import { recordRoutes } from '../routes/record-routes.ts'
import { dataEnvelope, idKey } from '../routes/resource.ts'
import type { Server } from '../server/server.ts'
import { archiveRoutes } from './archive.ts'
import { noteAndHistoryRoutes, type RouteSettings } from './notes-and-history.ts'

const settings: RouteSettings = {
  path: '/applications',
  label: { singular: 'application', plural: 'applications' },
  reading: { ability: 'apps:read' },
  writing: { ability: 'apps:write', policy: 'write' },
}

/** Registers the routes of applications. */
export function applicationRoutes(app: Server): void {
  recordRoutes(app, {
    key: idKey,
    ...settings,
    envelope: dataEnvelope(Application),
    list: { query: ApplicationQuery, run: listApplications },
    get: { run: readApplication },
    create: { body: NewApplication, run: createApplication },
    change: { methods: ['PATCH'], body: ApplicationChange, run: changeApplication },
    remove: { run: removeApplication },
  })
  archiveRoutes(app)
  noteAndHistoryRoutes(app, { ...settings, kind: 'application', read: readApplication })
}
