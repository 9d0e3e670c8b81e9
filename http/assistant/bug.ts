import { Bug, BugChange, NewBug } from '../../src/assistant/bug/bug.ts'
import { BugQuery, listBugs, readBug } from '../../src/assistant/bug/read.ts'
import { changeBug, createBug, removeBug } from '../../src/assistant/bug/writes.ts'
import { recordRoutes } from '../routes/record-routes.ts'
import { dataEnvelope, idKey } from '../routes/resource.ts'
import type { Server } from '../server/server.ts'
import { eitherMethod } from './either-method.ts'

/** Registers the routes of bugs. */
export function bugRoutes(app: Server): void {
  recordRoutes(app, {
    key: idKey,
    path: '',
    label: { singular: 'bug', plural: 'bugs' },
    envelope: dataEnvelope(Bug),
    list: { query: BugQuery, run: listBugs },
    get: { run: readBug },
    create: { body: NewBug, run: createBug },
    change: { ...eitherMethod, body: BugChange, run: changeBug },
    remove: { run: removeBug },
  })
}
