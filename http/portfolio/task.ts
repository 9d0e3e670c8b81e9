import { z } from 'zod'
import { operations } from '../../src/portfolio/operations.ts'
import { listTasks, showTask, TaskDetail, TaskQuery } from '../../src/portfolio/task/read.ts'
import { Task } from '../../src/portfolio/task/task.ts'
import { idKey } from '../routes/path-key.ts'
import { recordRoutes } from '../routes/record-routes.ts'
import type { Server } from '../server/server.ts'
import { portfolioEnvelope } from './envelope.ts'

const label = { singular: 'task', plural: 'tasks' }
const unblocked = z
  .array(Task.pick({ id: true, title: true }))
  .optional()
  .describe('The tasks that waited for this one, which is finished or cancelled. They wait no longer.')

/** Registers the routes of tasks. */
export function taskRoutes(app: Server): void {
  recordRoutes(app, {
    path: '/tasks',
    key: idKey,
    label,
    envelope: portfolioEnvelope('task', label, {
      record: Task,
      detail: TaskDetail,
      ofChange: { unblocked },
      hasSimilar: true,
    }),
    list: { query: TaskQuery, run: listTasks },
    get: { run: showTask },
    create: operations.create_task,
    change: operations.change_task,
  })
}
