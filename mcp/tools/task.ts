import { z } from 'zod'
import { listTasks, TaskQuery } from '../../src/portfolio/task/read.ts'
import { placed } from '../argument.ts'
import { listTool } from '../list-tool.ts'
import { taskView } from '../records.ts'

const { status, priority } = TaskQuery.shape

export const taskTool = listTool({
  name: 'list_tasks',
  title: 'List tasks',
  description:
    'What is to be done and was done, newest first. Look here before you create one; product_decision_id is the decision it comes from: list_decisions tells it.',
  key: 'tasks',
  view: taskView,
  input: z.strictObject({ ...placed, status, priority }),
  list: listTasks,
})
