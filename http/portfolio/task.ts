import { listTasks, showTask, TaskDetail, TaskQuery } from '../../src/portfolio/task/read.ts'
import { Task } from '../../src/portfolio/task/task.ts'
import { writes } from '../../src/portfolio/write-api/writes.ts'
import type { Server } from '../server/server.ts'
import { idKey } from './path-key.ts'
import { recordRoutes } from './record-routes.ts'
import { createdResponsesWithSimilar, listResponse, recordResponse } from './response.ts'

const response = recordResponse('task', Task)

/** Registers the routes of tasks. */
export function taskRoutes(app: Server): void {
  recordRoutes(app, {
    path: '/tasks',
    key: idKey,
    name: 'task',
    label: { singular: 'task', plural: 'tasks' },
    list: { summary: 'List tasks', query: TaskQuery, response: listResponse('tasks', Task), run: listTasks },
    get: {
      summary: 'Get a task',
      response: recordResponse('task', TaskDetail),
      run: async (read, id) => ({ task: await showTask(read, id) }),
    },
    create: {
      write: writes.create_task,
      responses: createdResponsesWithSimilar('task', Task),
      keyOf: ({ task }) => task.id,
    },
    change: { write: writes.change_task, response },
  })
}
