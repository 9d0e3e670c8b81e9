import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { ChangeQuery } from '../journal/change-feed/change-query.ts'
import { Change, readChanges, readNewestChanges } from '../journal/change-feed/feed.ts'
import { feedStatements } from '../journal/change-feed/select.ts'
import { enumOf, ofNames } from '../record/rules/enumeration.ts'
import { Slug } from '../record/rules/slug.ts'
import type { Warning } from '../record/warning.ts'
import { type ChangePlace, changeScope, readChangePlace } from './change-scope.ts'
import { DirectionSlug } from './direction/direction.ts'
import { type KindName, kindNames, kinds } from './kinds.ts'
import { slugWarnings } from './list/filter.ts'
import { slugExpressions } from './place/slugs.ts'
import type { StoredProposal } from './proposal/proposal.ts'
import { Proposal, withApiName } from './proposal/read.ts'

/** What the feed is about: the kinds of records, and the proposals to write one. */
const entities = [...kindNames, 'proposal'] as const
type Entity = (typeof entities)[number]

/** One change of a portfolio record. The slug is null for a record without one. */
export const PortfolioChange = Change.extend({
  slug: z.string().nullable(),
  title: z.string().nullable().describe('The current title or name of the record'),
  product_slug: z.string().nullable().describe('The product that the record belongs to now'),
  result: Proposal.shape.result.optional().describe('Of an applied proposal: the record that it wrote'),
  note: z
    .string()
    .optional()
    .describe('Of a rejected proposal: why. Of one whose proposer is asked for changes: which'),
})
export type PortfolioChange = z.output<typeof PortfolioChange> & Pick<Change, 'history_id' | 'cursor'>

/** The query of the portfolio's change feed. */
export const PortfolioChangeQuery = ChangeQuery.extend({
  entity: enumOf(ofNames(Object.fromEntries(entities.map((name) => [name, name])) as Record<Entity, string>))
    .optional()
    .describe('Only changes of records of this kind'),
  product_slug: Slug.optional().describe(
    'Only changes of this product and its records, of its apps and theirs, of the canon rules in whose scope it is, and of the proposals that concern any of these',
  ),
  direction_slug: DirectionSlug.optional().describe(
    'Only changes of this direction and its records, of its products with all that product_slug selects, of the canon rules in whose scope it is, and of the proposals that concern any of these',
  ),
})
export type PortfolioChangeQuery = z.output<typeof PortfolioChangeQuery>

const statements = feedStatements(
  'portfolio_changes',
  {
    product_ids: [7],
    app_ids: [9],
    direction_id: null,
    rules_direction_id: 3,
    departure_ids: [9],
    proposal_places: ['rules', 'product:7'],
  } satisfies ChangePlace,
  changeScope,
)

/** Returns a page of the portfolio's change feed, oldest change first. */
export async function readPortfolioChanges(
  read: Read,
  { entity, product_slug, direction_slug, ...query }: PortfolioChangeQuery,
) {
  const { types, place, warnings } = await selected(read, { entity, product_slug, direction_slug })
  const page = await readChanges(read, types, { ...query, place }, statements)
  return { ...page, changes: await withNames(read, page.changes), warnings }
}

/** Returns the newest changes of the portfolio, newest first, with the cursor that continues after them. */
export async function readNewestPortfolioChanges(
  read: Read,
  { entity, product_slug, direction_slug, ...query }: Omit<PortfolioChangeQuery, 'since' | 'after'>,
) {
  const { types, place, warnings } = await selected(read, { entity, product_slug, direction_slug })
  const page = await readNewestChanges(read, types, { ...query, place }, statements)
  return { ...page, changes: await withNames(read, page.changes), warnings }
}

// A slug that names no record selects no change.
async function selected(
  read: Read,
  { entity, ...slugs }: Pick<PortfolioChangeQuery, 'entity' | 'product_slug' | 'direction_slug'>,
): Promise<{ types: readonly Entity[]; place?: ChangePlace | undefined; warnings: Warning[] }> {
  const types = entity ? [entity] : entities
  if ((slugs.product_slug ?? slugs.direction_slug) === undefined) return { types, warnings: [] }
  const place = await readChangePlace(read, slugs)
  return { types: place ? types : [], place, warnings: await slugWarnings(read, slugs, []) }
}

type Name = {
  entity: string
  id: number
  slug: string | null
  title: string
  product_slug: string | null
  result: StoredProposal['result']
}

async function withNames(read: Read, changes: Change[]): Promise<PortfolioChange[]> {
  const names = await readNames(read, changes)
  return changes.map((change) => {
    const {
      slug = null,
      title = null,
      product_slug = null,
      result,
    } = names.get(`${change.entity} ${change.id}`) ?? {}
    const note = change.entity === 'proposal' && change.changes.decision_note?.to
    return {
      ...change,
      slug,
      title,
      product_slug,
      ...(change.event === 'applied' && result && { result: withApiName(result) }),
      ...(typeof note === 'string' && { note }),
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
          ${sql.ref(title)} as title, ${productSlugOf(kind)} as product_slug, null::jsonb as result
          from ${sql.table(table)} as record where id = any(${param(kind)}::bigint[])`
    }),
    sql` union all `,
  )} union all select 'proposal', id, null, title, ${slugExpressions.product_slug}, result
      from proposals as record where id = any(${param('proposal')}::bigint[])`,
)

function productSlugOf(kind: KindName) {
  if (kind === 'product') return sql`slug`
  return kind === 'direction' ? sql`null::text` : slugExpressions.product_slug
}
