import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { ChangeQuery } from '../journal/change-feed/change-query.ts'
import { Change, readChanges, readNewestChanges } from '../journal/change-feed/feed.ts'
import { enumOf } from '../record/rules/enumeration.ts'
import { Slug } from '../record/rules/slug.ts'
import type { Warning } from '../record/warning.ts'
import { type KindName, kindNames, kinds } from './kinds.ts'
import { productId, referenceWarnings } from './list/filter.ts'
import { slugExpressions } from './place/slugs.ts'
import { StoredProposal } from './proposal/proposal.ts'

/** What the feed is about: the kinds of records, and the proposals to write one. */
const entities = [...kindNames, 'proposal'] as const
type Entity = (typeof entities)[number]

/** One change of a portfolio record. The slug is null for a record without one. */
export const PortfolioChange = Change.extend({
  slug: z.string().nullable(),
  title: z.string().nullable().describe('The current title or name of the record'),
  product_slug: z.string().nullable().describe('The product that the record belongs to now'),
  result: StoredProposal.shape.result.optional().describe('Of an applied proposal: the record that it wrote'),
  note: z.string().optional().describe('Of a rejected proposal: why'),
})
export type PortfolioChange = z.output<typeof PortfolioChange> & Pick<Change, 'history_id'>

/** The query of the portfolio's change feed. */
export const PortfolioChangeQuery = ChangeQuery.extend({
  entity: enumOf(Object.fromEntries(entities.map((name) => [name, ''])) as Record<Entity, string>)
    .optional()
    .describe('Only changes of records of this kind'),
  product_slug: Slug.optional().describe('Only changes of this product and its records'),
})
export type PortfolioChangeQuery = z.output<typeof PortfolioChangeQuery>

/** Returns a page of the portfolio's change feed, oldest change first. */
export async function readPortfolioChanges(read: Read, query: PortfolioChangeQuery) {
  const { types, filters, warnings } = await filtersOf(read, query)
  const { since, limit } = query
  const { changes, ...position } = await readChanges(read, types, { since, limit, ...filters })
  return { changes: await withNames(read, changes), ...position, warnings }
}

/** Returns the newest changes of the portfolio, newest first, with the cursor that continues after them. */
export async function readNewestPortfolioChanges(
  read: Read,
  query: Omit<PortfolioChangeQuery, 'since' | 'after'>,
) {
  const { types, filters, warnings } = await filtersOf(read, query)
  const { changes, next_cursor } = await readNewestChanges(read, types, { limit: query.limit, ...filters })
  return { changes: await withNames(read, changes), next_cursor, warnings }
}

async function filtersOf(
  read: Read,
  { entity, product_slug, after, actor }: Omit<PortfolioChangeQuery, 'since' | 'limit'>,
) {
  const types: readonly Entity[] = entity ? [entity] : entities
  if (product_slug === undefined) return { types, filters: { after, actor }, warnings: [] }
  const records = (await read(selectRecordsOfProduct({ product_slug }))).filter(({ type }) =>
    types.includes(type),
  )
  const warnings: Warning[] =
    records.length > 0 ? [] : await referenceWarnings(read, 'product', 'product_slug', { slug: product_slug })
  const record_types = records.map(({ type }) => type)
  const record_ids = records.map(({ id }) => id)
  return { types, filters: { after, actor, record_types, record_ids }, warnings }
}

const kindsOfProducts = kindNames.filter((kind) => kind !== 'product' && kind !== 'direction')

const selectRecordsOfProduct = statement(
  'change_feed.records_of_product',
  { product_slug: 'qr-scanner' },
  () => sql<{
    type: Entity
    id: number
  }>`select 'product' as type, ${productId} as id where ${productId} is not null
      union all ${sql.join(
        kindsOfProducts.map(
          (kind) =>
            sql`select ${sql.lit(kind)}, id from ${sql.table(kinds[kind].table)} where product_id = ${productId}`,
        ),
        sql` union all `,
      )} union all select 'proposal', id from proposals where product_id = ${productId}`,
)

type Name = {
  entity: string
  id: number
  slug: string | null
  title: string
  product_slug: string | null
  result: StoredProposal['result']
  note: string | null
}

async function withNames(read: Read, changes: Change[]): Promise<PortfolioChange[]> {
  const names = await readNames(read, changes)
  return changes.map((change) => {
    const {
      slug = null,
      title = null,
      product_slug = null,
      result,
      note,
    } = names.get(`${change.entity} ${change.id}`) ?? {}
    return {
      ...change,
      slug,
      title,
      product_slug,
      ...(change.event === 'applied' && result && { result }),
      ...(change.event === 'rejected' && note && { note }),
    }
  })
}

/** Returns the current names of changed records, by their kind and id: `signal 12`. */
export async function readNames(
  read: Read,
  changes: Pick<Change, 'entity' | 'id'>[],
): Promise<Map<string, Name>> {
  if (changes.length === 0) return new Map()
  const ids = entities.map((kind) => [
    kind,
    changes.filter(({ entity }) => entity === kind).map(({ id }) => id),
  ])
  const names = await read(selectNames(Object.fromEntries(ids)))
  return new Map(names.map((name) => [`${name.entity} ${name.id}`, name]))
}

const selectNames = statement(
  'change_feed.names',
  { signal: [1, 2], proposal: [3] },
  (_: Record<string, number[]>) => sql<Name>`${sql.join(
    kindNames.map((kind) => {
      const { table, title, hasSlug } = kinds[kind]
      return sql`select ${sql.lit(kind)} as entity, id, ${hasSlug ? sql`slug` : sql`null::text`} as slug,
          ${sql.ref(title)} as title, ${productSlugOf(kind)} as product_slug, null::jsonb as result, null::text as note
          from ${sql.table(table)} as record where id = any(${param(kind)}::bigint[])`
    }),
    sql` union all `,
  )} union all select 'proposal', id, null, title, ${slugExpressions.product_slug}, result, decision_note
      from proposals as record where id = any(${param('proposal')}::bigint[])`,
)

function productSlugOf(kind: KindName) {
  if (kind === 'product') return sql`slug`
  return kind === 'direction' ? sql`null::text` : slugExpressions.product_slug
}
