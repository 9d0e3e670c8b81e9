import { z } from 'zod'
import { Economics } from '../../src/portfolio/economics/economics.ts'
import { EconomicsQuery, listEconomics } from '../../src/portfolio/economics/read.ts'
import { recordListArguments } from '../argument.ts'
import { listTool } from '../list-tool.ts'
import { view } from '../view.ts'

export const economicsView = view(
  Economics,
  'id',
  'title',
  'economics_status',
  'confidence_level',
  'period_start',
  'period_end',
  'conclusion',
  'product_slug',
  'direction_slug',
  'retracted_at',
  'retraction',
)

const { status, include_retracted } = EconomicsQuery.shape

export const listEconomicsTool = listTool({
  name: 'list_economics',
  title: 'List economics summaries',
  description:
    'How products and directions performed in a period, in words, newest first. Only status=confirmed agrees with the stores. Read it before you discuss revenue; list_decisions shows what was decided.',
  kind: 'economics',
  view: economicsView,
  input: z.strictObject({
    ...recordListArguments,
    status,
    include_retracted: include_retracted.describe(''),
  }),
  list: listEconomics,
})
