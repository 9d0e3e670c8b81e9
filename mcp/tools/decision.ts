import { z } from 'zod'
import { DecisionQuery, listDecisions } from '../../src/portfolio/decision/read.ts'
import { placed } from '../argument.ts'
import { listTool } from '../list-tool.ts'
import { decisionView } from '../records.ts'

const { status } = DecisionQuery.shape

export const decisionTool = listTool({
  name: 'list_decisions',
  title: 'List decisions',
  description:
    'What was decided about products, by whom, and when it is looked at again, with the tasks that came of it. Read it before you record a decision.',
  key: 'decisions',
  view: decisionView,
  input: z.strictObject({ ...placed, status }),
  list: listDecisions,
})
