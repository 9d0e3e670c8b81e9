import { z } from 'zod'
import { DecisionQuery, listDecisions } from '../../src/portfolio/decision/read.ts'
import { recordListArguments } from '../argument.ts'
import { listTool } from '../list-tool.ts'
import { decisionView } from '../record-views.ts'

const { status } = DecisionQuery.shape

export const decisionTool = listTool({
  name: 'list_decisions',
  title: 'List decisions',
  description:
    'Decisions about products, newest first, with owner, review date and tasks. Read them before you record one.',
  key: 'decisions',
  view: decisionView,
  input: z.strictObject({ ...recordListArguments, status }),
  list: listDecisions,
})
