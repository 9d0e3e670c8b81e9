import { changeServiceTask } from '../../src/assistant/service-task/change.ts'
import { createServiceTask } from '../../src/assistant/service-task/create.ts'
import { listServiceTasks, readServiceTask, ServiceTaskQuery } from '../../src/assistant/service-task/read.ts'
import { removeServiceTask } from '../../src/assistant/service-task/remove.ts'
import {
  NewServiceTask,
  ServiceTask,
  ServiceTaskChange,
} from '../../src/assistant/service-task/service-task.ts'
import { dataRoutes } from '../routes/data-routes.ts'
import type { Server } from '../server/server.ts'
import { eitherMethod } from './either-method.ts'

/** Registers the routes of service tasks. */
export function serviceTaskRoutes(app: Server): void {
  dataRoutes(app, {
    path: '',
    label: { singular: 'service task', plural: 'service tasks' },
    record: ServiceTask,
    list: { query: ServiceTaskQuery, run: listServiceTasks },
    read: readServiceTask,
    create: { body: NewServiceTask, run: createServiceTask },
    change: { ...eitherMethod, body: ServiceTaskChange, run: changeServiceTask },
    remove: { run: removeServiceTask },
  })
}
