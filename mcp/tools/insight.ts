import { z } from 'zod'
import { Insight } from '../../src/portfolio/insight/insight.ts'
import { InsightQuery, listInsights } from '../../src/portfolio/insight/read.ts'
import { appSlugArgument, recordListArguments } from '../argument.ts'
import { listTool } from '../list-tool.ts'
import { view } from '../view.ts'

export const insightView = view(
  Insight,
  'id',
  'title',
  'body',
  'impact_level',
  'confidence_level',
  'discovered_at',
  'product_slug',
  'direction_slug',
  'app_slug',
  'retracted_at',
  'retraction',
)

const { severity, include_retracted } = InsightQuery.shape

export const listInsightsTool = listTool({
  name: 'list_insights',
  title: 'List insights',
  description:
    'Conclusions about products from data stored elsewhere, newest first. Read them before you record one; list_decisions shows what was decided.',
  kind: 'insight',
  view: insightView,
  input: z.strictObject({
    ...recordListArguments,
    app_slug: appSlugArgument,
    severity: severity.describe('Same as impact_level'),
    include_retracted: include_retracted.describe(''),
  }),
  list: listInsights,
})
