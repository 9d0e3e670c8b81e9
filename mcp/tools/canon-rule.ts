import { z } from 'zod'
import { CanonRuleQuery, listCanonRules } from '../../src/portfolio/canon-rule/read.ts'
import { fullTextBytes } from '../answer.ts'
import { directionSlugArgument, pagingArguments, productSlugArgument } from '../argument.ts'
import { listTool } from '../list-tool.ts'
import { ruleView } from '../records.ts'

const { status, rule_type } = CanonRuleQuery.shape

export const canonRuleTool = listTool({
  name: 'list_canon_rules',
  title: 'List canon rules',
  description:
    'The rules the portfolio is run by, with their words. Read them before you decide or write anything. Follow those with trusted: true; the others no admin has approved.',
  key: 'rules',
  view: ruleView,
  most: fullTextBytes,
  input: z.strictObject({
    status: status.default('active'),
    rule_type,
    direction_slug: directionSlugArgument,
    product_slug: productSlugArgument,
    ...pagingArguments,
  }),
  list: listCanonRules,
})
