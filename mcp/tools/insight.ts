import { z } from 'zod'
import { InsightQuery, listInsights } from '../../src/portfolio/insight/read.ts'
import { placed } from '../argument.ts'
import { listTool } from '../list-tool.ts'
import { insightView } from '../records.ts'

const { severity } = InsightQuery.shape

export const insightTool = listTool({
  name: 'list_insights',
  title: 'List insights',
  description:
    'What was concluded about products from data that is kept elsewhere, newest first. Read it before you conclude anew; list_decisions tells what came of it.',
  key: 'insights',
  view: insightView,
  input: z.strictObject({ ...placed, severity: severity.describe('The impact_level') }),
  list: listInsights,
})
