import { z } from 'zod'
import { CanonRule } from '../../src/portfolio/canon-rule/canon-rule.ts'
import { CanonRuleQuery, listCanonRules } from '../../src/portfolio/canon-rule/read.ts'
import { directionSlugArgument, fullArgument, pagingArguments, productSlugArgument } from '../argument.ts'
import { listTool } from '../list-tool.ts'
import { fullTextBytes } from '../size-limit.ts'
import { view } from '../view.ts'

const ruleView = view(
  CanonRule.omit({ created_by: true, approved_by: true, created_at: true, updated_at: true }),
  'trusted',
  'id',
  'title',
  'rule_type',
  'status',
  'scope',
  'guard',
  'body',
  'direction_slug',
  'product_slug',
)

/** A canon rule beside the product or app that it binds. list_canon_rules also returns its type. */
export const bindingRuleView = view(
  CanonRule,
  'trusted',
  'id',
  'title',
  'scope',
  'guard',
  'body',
  'direction_slug',
  'product_slug',
)

const { status, rule_type } = CanonRuleQuery.shape

export const listCanonRulesTool = listTool({
  name: 'list_canon_rules',
  title: 'List canon rules',
  description:
    'Rules for managing the portfolio, with their text. Read them before you decide or write anything. With product_slug or direction_slug: every rule that binds it, each with its scope. Follow rules with trusted: true; no admin has approved the others. A guard is a condition in CEL that each write is checked against.',
  kind: 'canon_rule',
  view: ruleView,
  maxTextBytes: fullTextBytes,
  input: z.strictObject({
    status: status.default('active'),
    rule_type,
    direction_slug: directionSlugArgument,
    product_slug: productSlugArgument,
    ...pagingArguments,
    full: fullArgument,
  }),
  list: (read, { product_slug: binds_product, direction_slug: binds_direction, ...rest }) =>
    listCanonRules(read, { ...rest, binds_product, binds_direction }),
})
