import { listServiceTasks, readServiceTask, ServiceTaskQuery } from '../../src/assistant/service-task/read.ts'
import {
  NewServiceTask,
  ServiceTask,
  ServiceTaskChange,
} from '../../src/assistant/service-task/service-task.ts'
import {
  changeServiceTask,
  createServiceTask,
  removeServiceTask,
} from '../../src/assistant/service-task/writes.ts'
import { recordRoutes } from '../routes/record-routes.ts'
import { dataEnvelope, idKey } from '../routes/resource.ts'
import type { Server } from '../server/server.ts'
import { eitherMethod } from './either-method.ts'

/** Registers the routes of service tasks. */
export function serviceTaskRoutes(app: Server): void {
  recordRoutes(app, {
    key: idKey,
    path: '',
    label: { singular: 'service task', plural: 'service tasks' },
    envelope: dataEnvelope(ServiceTask),
    list: { query: ServiceTaskQuery, run: listServiceTasks },
    get: { run: readServiceTask },
    create: { body: NewServiceTask, run: createServiceTask },
    change: { ...eitherMethod, body: ServiceTaskChange, run: changeServiceTask },
    remove: { run: removeServiceTask },
  })
}
