import { z } from 'zod'
import { listTasks, TaskQuery } from '../../src/portfolio/task/read.ts'
import { Task } from '../../src/portfolio/task/task.ts'
import { appSlugArgument, recordListArguments } from '../argument.ts'
import { listTool } from '../list-tool.ts'
import { view } from '../view.ts'

export const taskView = view(
  Task,
  'id',
  'title',
  'status',
  'priority',
  'owner',
  'due_at',
  'blocked_by',
  'product_decision_id',
  'product_slug',
  'direction_slug',
  'app_slug',
)

const { status, priority, owner, overdue } = TaskQuery.shape

export const listTasksTool = listTool({
  name: 'list_tasks',
  title: 'List tasks',
  description:
    'Open and finished tasks, newest first. Search here before you create one. product_decision_id is the decision behind a task: see list_decisions.',
  kind: 'task',
  view: taskView,
  input: z.strictObject({
    ...recordListArguments,
    app_slug: appSlugArgument,
    status,
    priority,
    owner: owner.describe(''),
    overdue: overdue.describe('Due before today'),
  }),
  list: listTasks,
})
