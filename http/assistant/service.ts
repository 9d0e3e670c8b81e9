import { listServices, readService, ServiceQuery } from '../../src/assistant/service/read.ts'
import { NewService, Service, ServiceChange } from '../../src/assistant/service/service.ts'
import { changeService, createService, removeService } from '../../src/assistant/service/writes.ts'
import { recordRoutes } from '../routes/record-routes.ts'
import { dataEnvelope, idKey } from '../routes/resource.ts'
import type { Server } from '../server/server.ts'
import { eitherMethod } from './either-method.ts'

/** Registers the routes of services. */
export function serviceRoutes(app: Server): void {
  recordRoutes(app, {
    key: idKey,
    path: '',
    label: { singular: 'service', plural: 'services' },
    envelope: dataEnvelope(Service),
    list: { query: ServiceQuery, run: listServices },
    get: { run: readService },
    create: { body: NewService, run: createService },
    change: { ...eitherMethod, body: ServiceChange, run: changeService },
    remove: {
      description: 'Returns 409 while improvements, tasks or bugs belong to the service.',
      run: removeService,
    },
  })
}
