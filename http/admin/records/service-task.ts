import {
  listServiceTasks,
  readServiceTask,
  ServiceTaskQuery,
} from '../../../src/assistant/service-task/read.ts'
import {
  NewServiceTask,
  ServiceTask,
  ServiceTaskChange,
} from '../../../src/assistant/service-task/service-task.ts'
import {
  changeServiceTask,
  createServiceTask,
  removeServiceTask,
} from '../../../src/assistant/service-task/writes.ts'
import { phrase } from '../../../src/language/phrase.ts'
import { recordPages } from '../record/record.ts'

/** Tasks of services. */
export const serviceTaskPages = recordPages({
  texts: 'serviceTask',
  group: 'operations',
  about: phrase('serviceTask.about'),
  historyType: 'service_task',
  columns: ['title', 'status', 'priority', 'service', 'assignee', 'agent', 'due_at'],
  presets: [
    { label: phrase('serviceTask.open'), query: { status: 'open' } },
    { label: phrase('serviceTask.inProgress'), query: { status: 'in-progress' } },
    { label: phrase('serviceTask.blocked'), query: { status: 'blocked' } },
  ],
  schema: ServiceTask,
  list: { query: ServiceTaskQuery, run: listServiceTasks },
  read: readServiceTask,
  create: { body: NewServiceTask, run: createServiceTask },
  change: { body: ServiceTaskChange, run: changeServiceTask },
  inRow: { status: 's', priority: 'p', assignee: 'o', due_at: 'd' },
  bulk: { status: 'status', priority: 'priority', owner: 'assignee', due_at: 'due_at' },
  remove: { run: removeServiceTask },
})
