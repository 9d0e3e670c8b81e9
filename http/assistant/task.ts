import { changeServiceTask } from '../../src/assistant/task/change.ts'
import { createServiceTask } from '../../src/assistant/task/create.ts'
import { listServiceTasks, readServiceTask, ServiceTaskQuery } from '../../src/assistant/task/read.ts'
import { removeServiceTask } from '../../src/assistant/task/remove.ts'
import { NewServiceTask, ServiceTask, ServiceTaskChange } from '../../src/assistant/task/task.ts'
import type { Read } from '../../src/database/read.ts'
import { asData, createdData, data, NoQuery, Removed } from '../data.ts'
import { pageAnswer, paged } from '../paging.ts'
import { IdPath } from '../path.ts'
import type { App } from '../types.ts'
import { changed, created, removed, WriteQuery } from '../write.ts'

const tags = ['Service tasks']

const answer = data(ServiceTask)
const shown = (id: number) => ({
  schema: answer,
  body: async (read: Read) => ({ data: await readServiceTask(read, id) }),
})

/** Tasks of services. */
export function taskRoutes(app: App): void {
  app.get(
    '',
    {
      schema: {
        tags,
        summary: 'List tasks',
        querystring: ServiceTaskQuery,
        response: { 200: paged(ServiceTask) },
      },
    },
    async (request) =>
      pageAnswer(request, request.query, await listServiceTasks(app.readReplica, request.query)),
  )

  app.get(
    '/:id',
    {
      schema: {
        tags,
        summary: 'Read a task',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: answer },
      },
    },
    async ({ params }) => shown(params.id).body(app.read),
  )

  app.post(
    '',
    {
      schema: {
        tags,
        summary: 'Create a task',
        querystring: WriteQuery,
        body: NewServiceTask,
        response: createdData(ServiceTask),
      },
    },
    (request, reply) =>
      created(
        request,
        reply,
        asData((em, actor) => createServiceTask(em, actor, request.body)),
        { path: ({ data }) => `/api/tasks/${data.id}` },
      ),
  )

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/:id',
    schema: {
      tags,
      summary: 'Change a task',
      description: 'Both methods change what is sent and nothing else.',
      params: IdPath,
      querystring: WriteQuery,
      body: ServiceTaskChange,
      response: { 200: answer },
    },
    handler: (request, reply) =>
      changed(
        request,
        reply,
        asData((em, actor, precondition) =>
          changeServiceTask(em, actor, request.params.id, request.body, precondition),
        ),
        { shown: shown(request.params.id) },
      ),
  })

  app.delete(
    '/:id',
    {
      schema: {
        tags,
        summary: 'Remove a task',
        params: IdPath,
        querystring: WriteQuery,
        response: { 200: Removed },
      },
    },
    (request, reply) =>
      removed(request, reply, (em, actor) => removeServiceTask(em, actor, request.params.id)),
  )
}
