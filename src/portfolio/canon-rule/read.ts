import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { all, param, statement } from '../../database/statement.ts'
import { boolean } from '../../record/boolean.ts'
import { enumOf } from '../../record/enumeration.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { recordFilters, recordQuery } from '../list/filter.ts'
import { portfolioReads } from '../list/reads.ts'
import { ownDirectionSlugColumn, productSlugColumn } from '../place/slugs.ts'
import { portfolioTables } from '../tables.ts'
import { canonStatuses } from '../vocabulary.ts'
import { CanonRule, RuleType, StoredCanonRule } from './canon-rule.ts'
import { currentRuleType } from './rule-type.ts'

/** Query of the canon rule list. */
export const CanonRuleQuery = z.object({
  ...recordQuery,
  status: enumOf(canonStatuses).optional(),
  rule_type: RuleType.optional(),
  is_approved: boolean.optional().describe('1: only rules that an admin approved; 0: only the others'),
})
export type CanonRuleQuery = z.output<typeof CanonRuleQuery>

const maxBindingRules = 100

const columns = [
  ...qualifiedColumns('record', StoredCanonRule),
  ownDirectionSlugColumn,
  productSlugColumn,
] as const

const reads = portfolioReads<CanonRule, CanonRuleQuery>(CanonRule, (query) =>
  portfolioTables
    .selectFrom('canon_rules as record')
    .where(
      all([
        recordFilters(query),
        query.status !== undefined && sql`record.status = ${param('status')}`,
        query.is_approved !== undefined && sql`(record.approved_by is not null) = ${param('is_approved')}`,
        query.rule_type !== undefined && sql`record.rule_type = ${param('rule_type')}`,
      ]),
    )
    .select([...columns]),
)

/** Returns a page of canon rules, newest first. */
export async function listCanonRules(read: Read, query: CanonRuleQuery) {
  const type = query.rule_type && currentRuleType(query.rule_type)
  const { rows, ...rest } = await reads.list(read, query, type && { rule_type: type.rule_type })
  return { rules: rows, ...rest, warnings: [...rest.warnings, ...(type?.warnings ?? [])] }
}

/** Returns one canon rule by id; throws `not_found`. */
export const readCanonRule = reads.one

/** Returns the active rules that bind a product: those of the product, of its direction and of the portfolio. */
export function listBindingRules(read: Read, product: { id: number; direction_id: number }) {
  return read<CanonRule>(binding({ id: product.id, direction_id: product.direction_id }))
}

const binding = statement((_: { id: number; direction_id: number }) =>
  portfolioTables
    .selectFrom('canon_rules as record')
    .where(sql<boolean>`record.status = 'active'`)
    .where(sql<boolean>`(record.product_id = ${param('id')} or record.product_id is null)`)
    .where(sql<boolean>`(record.direction_id = ${param('direction_id')} or record.direction_id is null)`)
    .select([...columns])
    .orderBy('record.id', 'desc')
    .limit(sql.lit(maxBindingRules)),
)
