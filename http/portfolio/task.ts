import { changeTask } from '../../src/portfolio/task/change.ts'
import { createTask } from '../../src/portfolio/task/create.ts'
import { listTasks, readTask, TaskQuery } from '../../src/portfolio/task/read.ts'
import { Task } from '../../src/portfolio/task/task.ts'
import { writes } from '../../src/portfolio/write-api/writes.ts'
import type { Server } from '../server.ts'
import { many, one } from './answer.ts'
import { byId } from './path-key.ts'
import { recordRoutes } from './record-routes.ts'

const record = one('task', Task)

/** Tasks out of decisions, products, apps and directions. */
export function taskRoutes(app: Server): void {
  recordRoutes(app, {
    path: '/tasks',
    key: byId,
    called: { one: 'Task', many: 'Tasks' },
    record,
    list: { summary: 'List tasks', query: TaskQuery, answer: many('tasks', Task), run: listTasks },
    show: {
      summary: 'Read a task',
      answer: record,
      run: async (read, id) => ({ task: await readTask(read, { id }) }),
    },
    create: { write: writes.create_task, run: createTask, address: ({ task }) => task.id },
    change: { write: writes.change_task, run: changeTask },
  })
}
