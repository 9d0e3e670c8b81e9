import type { Read } from '../../src/database/read.ts'
import { changeTask } from '../../src/portfolio/task/change.ts'
import { createTask } from '../../src/portfolio/task/create.ts'
import { listTasks, readTask, TaskQuery } from '../../src/portfolio/task/read.ts'
import { Task } from '../../src/portfolio/task/task.ts'
import { writes } from '../../src/portfolio/writes.ts'
import { IdPath } from '../path.ts'
import type { App } from '../types.ts'
import { changed, created, WriteQuery } from '../write.ts'
import { made, many, NoQuery, one, said } from './answer.ts'

const tags = ['Tasks']

const answer = one('task', Task)
const shown = (id: number) => ({
  schema: answer,
  body: async (read: Read) => ({ message: 'Task found.', task: await readTask(read, { id }) }),
})

/** Tasks out of decisions, products, apps and directions. */
export function taskRoutes(app: App): void {
  app.get(
    '/tasks',
    {
      schema: {
        tags,
        summary: 'List tasks',
        querystring: TaskQuery,
        response: { 200: many('tasks', Task) },
      },
    },
    async ({ query }) => ({ message: 'Tasks found.', ...(await listTasks(app.readReplica, query)) }),
  )

  app.get(
    '/tasks/:id',
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
    '/tasks',
    {
      schema: {
        tags,
        ...said(writes.create_task),
        querystring: WriteQuery,
        response: made(answer),
      },
    },
    (request, reply) =>
      created(request, reply, (em, actor) => createTask(em, actor, request.body), {
        message: 'Task created.',
        path: ({ task }) => `/api/portfolio/tasks/${task.id}`,
      }),
  )

  app.patch(
    '/tasks/:id',
    {
      schema: {
        tags,
        ...said(writes.change_task),
        params: IdPath,
        querystring: WriteQuery,
        response: { 200: answer },
      },
    },
    (request, reply) =>
      changed(
        request,
        reply,
        (em, actor, precondition) => changeTask(em, actor, request.params.id, request.body, precondition),
        { message: 'Task updated.', shown: shown(request.params.id) },
      ),
  )
}
