import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { all, param } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { recordReads } from '../../record/list/reads.ts'
import { nameIn } from '../../record/named.ts'
import { boolean } from '../../record/rules/boolean.ts'
import { translations } from '../../record/rules/description.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { Slug } from '../../record/rules/slug.ts'
import { directionIdBySlug } from '../direction/direction.ts'
import { recordFilters, recordQuery, referenceWarnings, withSlugWarnings } from '../list/filter.ts'
import { portfolioOrder } from '../list/order.ts'
import { withOrderedPeriods } from '../list/period.ts'
import { recordName } from '../place/find.ts'
import { ownDirectionSlug, productSlugColumn } from '../place/slugs.ts'
import { isTrusted } from '../trust.ts'
import { canonStatuses } from '../vocabulary.ts'
import { CanonRule, currentRuleType, guardColumns, RuleType, StoredCanonRule } from './canon-rule.ts'

/** Query of the canon rule list. */
export const CanonRuleQuery = withOrderedPeriods(
  z.object({
    ...recordQuery,
    status: enumOf(canonStatuses).optional(),
    rule_type: RuleType.optional(),
    binds_product: Slug.optional()
      .describe(
        'Only rules that apply to the product with this slug or id: rules of the product, of its direction and of the portfolio. Only active rules, unless status is set',
      )
      .register(translations, {
        ru: 'Только правила, которые действуют на этот продукт: самого продукта, его направления и портфеля. Только действующие, если не выбран статус',
      }),
    binds_direction: Slug.optional()
      .describe(
        'Only rules that apply to the direction with this slug or id: rules of the direction and of the portfolio. Only active rules, unless status is set',
      )
      .register(translations, {
        ru: 'Только правила, которые действуют на это направление: самого направления и портфеля. Только действующие, если не выбран статус',
      }),
    is_approved: boolean
      .optional()
      .describe('1: only rules that an admin approved; 0: only the others')
      .register(translations, {
        ru: 'Да: только правила, одобренные администратором; нет: только остальные',
      }),
  }),
)
export type CanonRuleQuery = z.output<typeof CanonRuleQuery>

/** The scope of a rule as SQL, for a SELECT on the alias `record`. */
export const ruleScope = sql<CanonRule['scope']>`case when record.product_id is not null then 'product'
    when record.direction_id is not null then 'direction' else 'portfolio' end`

/** The guard of a rule as SQL, for a SELECT on the alias `record`. */
export const ruleGuard = sql<
  CanonRule['guard']
>`case when record.guard_when is not null then json_build_object(
    'when', record.guard_when, 'effect', record.guard_effect, 'message', record.guard_message) end`

const columns = [
  ...qualifiedColumns('record', StoredCanonRule.omit(guardColumns)),
  ownDirectionSlug.as('direction_slug'),
  productSlugColumn,
  ruleScope.as('scope'),
  isTrusted.as('trusted'),
  ruleGuard.as('guard'),
] as const

const bindsProduct = sql`exists (select from products as bound
  where (bound.slug = ${param('binds_product')} or bound.id = ${idOf('binds_product')})
    and (record.product_id is null or record.product_id = bound.id)
    and (record.direction_id is null or record.direction_id = bound.direction_id))`

const boundDirection = sql`coalesce(${directionIdBySlug('binds_direction')},
  (select id from directions where id = ${idOf('binds_direction')}))`
const bindsDirection = sql`(record.product_id is null
  and coalesce(record.direction_id, ${boundDirection}) = ${boundDirection})`

// The value as an id: null for a slug, which never consists of digits only.
function idOf(name: string) {
  return sql`substring(${param(name)}::text from '^[0-9]{1,18}$')::bigint`
}

const select = (query: Partial<CanonRuleQuery>) =>
  db
    .selectFrom('canon_rules as record')
    .where(
      all([
        recordFilters(query),
        query.binds_product !== undefined && bindsProduct,
        query.binds_direction !== undefined && bindsDirection,
        query.status !== undefined && sql`record.status = ${param('status')}`,
        query.is_approved !== undefined && sql`(record.approved_by is not null) = ${param('is_approved')}`,
        query.rule_type !== undefined && sql`record.rule_type = ${param('rule_type')}`,
      ]),
    )
    .select([...columns])

const reads = recordReads<CanonRule, CanonRuleQuery>(
  'canon_rules',
  { product_slug: 'qr-scanner', status: 'active' },
  select,
  portfolioOrder({
    schema: CanonRule,
    expressions: {
      direction_slug: ownDirectionSlug,
      approved_by: nameIn(sql.ref('record.approved_by')),
    },
  }),
)
const list = withSlugWarnings(reads.list)

/** Returns a page of canon rules, newest first. */
export async function listCanonRules(read: Read, query: CanonRuleQuery) {
  const { rule_type, binds_product, binds_direction, status } = query
  const type = rule_type && currentRuleType(rule_type)
  const inForce = status === undefined && (binds_product ?? binds_direction) !== undefined
  const page = await list(read, {
    ...query,
    ...(type && { rule_type: type.rule_type }),
    ...(inForce && { status: 'active' }),
  })
  const warnings = [
    ...page.warnings,
    ...(type?.warnings ?? []),
    ...(await bindingWarnings(read, 'product', binds_product)),
    ...(await bindingWarnings(read, 'direction', binds_direction)),
  ]
  return { ...page, warnings }
}

async function bindingWarnings(read: Read, kind: 'product' | 'direction', slugOrId: string | undefined) {
  return slugOrId === undefined ? [] : referenceWarnings(read, kind, `binds_${kind}`, recordName(slugOrId))
}

/** Returns one canon rule by id; throws `not_found`. */
export const readCanonRule = reads.one

const maxBindingRules = 100
const maxUnapprovedRules = 50

/**
 * Returns the active rules that bind a product or a direction: the approved ones first, because agents must follow
 * them, each newest first.
 */
export async function listBindingRules(
  read: Read,
  bound: Pick<CanonRuleQuery, 'binds_product' | 'binds_direction'>,
): Promise<CanonRule[]> {
  const latest = (is_approved: boolean) =>
    reads.latest(read, { ...bound, status: 'active', is_approved }, maxBindingRules)
  const [approved, others] = await Promise.all([latest(true), latest(false)])
  return [...approved, ...others].slice(0, maxBindingRules)
}

/** Returns the newest active rules that no admin has approved, of one product or of all. */
export function listUnapprovedRules(read: Read, { product_slug }: Pick<CanonRuleQuery, 'product_slug'>) {
  return reads.latest(read, { product_slug, status: 'active', is_approved: false }, maxUnapprovedRules)
}
