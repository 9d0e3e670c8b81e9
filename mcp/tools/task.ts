import { z } from 'zod'
import { listTasks, TaskQuery } from '../../src/portfolio/task/read.ts'
import { appSlugArgument, recordListArguments } from '../argument.ts'
import { listTool } from '../list-tool.ts'
import { taskView } from '../record-views.ts'

const { status, priority, owner, overdue } = TaskQuery.shape

export const listTasksTool = listTool({
  name: 'list_tasks',
  title: 'List tasks',
  description:
    'Open and finished tasks, newest first. Search here before you create one. product_decision_id is the decision behind a task: see list_decisions.',
  key: 'tasks',
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
