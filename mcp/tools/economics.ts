import { z } from 'zod'
import { EconomicsQuery, listEconomics } from '../../src/portfolio/economics/read.ts'
import { placed } from '../argument.ts'
import { listTool } from '../list-tool.ts'
import { economicsView } from '../records.ts'

const { status } = EconomicsQuery.shape

export const economicsTool = listTool({
  name: 'list_economics',
  title: 'List economics summaries',
  description:
    'How products and directions did in a period, in words, newest first. Only status confirmed agrees with the stores. Read it before you speak of money; list_decisions tells what came of it.',
  key: 'economics',
  view: economicsView,
  input: z.strictObject({ ...placed, status }),
  list: listEconomics,
})
