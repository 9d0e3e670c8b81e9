import { listServices, readService, ServiceQuery } from '../../../src/assistant/service/read.ts'
import { NewService, Service, ServiceChange } from '../../../src/assistant/service/service.ts'
import { changeService, createService, removeService } from '../../../src/assistant/service/writes.ts'
import { phrase } from '../../../src/language/phrase.ts'
import { recordPages } from '../record/record.ts'

/** Services. */
export const servicePages = recordPages({
  texts: 'service',
  group: 'operations',
  about: phrase('service.about'),
  historyType: 'service',
  columns: ['name', 'status', 'owner', 'url', 'repo_url', 'updated_at'],
  presets: [{ label: phrase('service.active'), query: { status: 'active' } }],
  schema: Service,
  list: { query: ServiceQuery, run: listServices },
  read: readService,
  create: { body: NewService, run: createService },
  change: { body: ServiceChange, run: changeService },
  remove: { run: removeService },
  related: [
    { collection: 'improvements', filter: ({ id }) => ({ service_id: id }) },
    { collection: 'service-tasks', filter: ({ id }) => ({ service_id: id }) },
    { collection: 'bugs', filter: ({ id }) => ({ service_id: id }) },
  ],
})
