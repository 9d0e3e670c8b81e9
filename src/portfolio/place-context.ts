import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { CanonRule } from './canon-rule/canon-rule.ts'
import { ruleGuard, ruleScope } from './canon-rule/read.ts'
import { StoredDecision } from './decision/decision.ts'
import { readKnownOutcomes, TypeOutcomes } from './decision/outcomes.ts'
import type { KindName } from './kinds.ts'
import { Signal } from './signal/signal.ts'
import { isTrusted } from './trust.ts'
import { isUnresolved } from './urgency.ts'

const maxRecords = 5

/** What a writer must know of a place: the active rules, the active decisions and the unresolved signals. */
export const PlaceContext = z.object({
  rules: z
    .array(CanonRule.pick({ id: true, title: true, scope: true, trusted: true, guard: true }))
    .describe('The active rules of the place, newest first. Only those with trusted: true bind'),
  decisions: z
    .array(StoredDecision.pick({ id: true, title: true, decision_type: true, review_at: true }))
    .max(maxRecords)
    .describe('The newest active decisions of the place'),
  signals: z
    .array(Signal.pick({ id: true, title: true, signal_type: true, severity: true, status: true }))
    .max(maxRecords)
    .describe('The newest unresolved signals of the place'),
  outcomes: TypeOutcomes.nullable()
    .optional()
    .describe('Of a decision: how those of its type turned out; null if fewer than five were judged'),
})
export type PlaceContext = z.output<typeof PlaceContext>

/** The product or the direction that a record belongs to; neither for the portfolio itself. */
type ContextPlace = { product_id: number | null; direction_slug: string | null }

/**
 * Returns the place of a record, as answers show it. That of an app is its product; that of a product that is not stored,
 * its direction.
 */
export function contextPlace(kind: KindName, record: object): ContextPlace {
  const { id, product_id, direction_slug } = record as ContextPlace & { id: number }
  return { product_id: kind === 'product' ? id : product_id, direction_slug }
}

/** Returns the type of a decision, as answers show it. Undefined for another record. */
export function contextType(kind: KindName, record: object): string | undefined {
  return kind === 'decision' ? (record as Pick<StoredDecision, 'decision_type'>).decision_type : undefined
}

/** Returns the context of each record, in their order: that of its place, and for a decision the outcomes of its type. */
export async function readContexts(
  read: Read,
  records: { kind: KindName; record: object }[],
): Promise<PlaceContext[]> {
  const types = records.map(({ kind, record }) => contextType(kind, record))
  const [contexts, outcomes] = await Promise.all([
    readPlaces(
      read,
      records.map(({ kind, record }) => contextPlace(kind, record)),
    ),
    readKnownOutcomes(
      read,
      types.filter((type) => type !== undefined),
    ),
  ])
  return contexts.map((context, index) => {
    const type = types[index]
    return type === undefined ? context : { ...context, outcomes: outcomes.get(type) ?? null }
  })
}

function readPlaces(read: Read, places: ContextPlace[]): Promise<PlaceContext[]> {
  return read(
    selectContexts({
      product_ids: places.map(({ product_id }) => product_id),
      direction_slugs: places.map(({ direction_slug }) => direction_slug),
    }),
  )
}

const rules = sql`
  select id, title, ${ruleScope} as scope, ${isTrusted} as trusted, ${ruleGuard} as guard from canon_rules as record
  where status = 'active' and (record.product_id is null or record.product_id = place.product_id)
    and (record.direction_id is null or record.direction_id = place.direction_id)`

const decisions = ofPlace('decisions', sql`status = 'active'`, sql`id, title, decision_type, review_at`)

const signals = ofPlace('signals', isUnresolved, sql`id, title, signal_type, severity, status`)

// Each branch is read for the places that it is for, by its own index.
function ofPlace(table: string, condition: RawBuilder<unknown>, columns: RawBuilder<unknown>) {
  const newest = (isFor: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
    (select ${columns} from ${sql.table(table)} as record
    where ${isFor} and ${where} and ${condition} order by id desc limit ${sql.lit(maxRecords)})`
  return sql`
    ${newest(sql`place.product_id is not null`, sql`record.product_id = place.product_id`)} union all
    ${newest(
      sql`place.product_id is null and place.direction_id is not null`,
      sql`(record.direction_id = place.direction_id
        or record.product_id in (select id from products where direction_id = place.direction_id))`,
    )} union all
    ${newest(sql`place.product_id is null and place.direction_id is null`, sql`true`)}`
}

function newestFirst(select: RawBuilder<unknown>) {
  return sql`(select coalesce(json_agg(item order by item.id desc), '[]') from (${select}) as item)`
}

const selectContexts = statement(
  'places.contexts',
  { product_ids: [7], direction_slugs: [null] },
  (_: { product_ids: (number | null)[]; direction_slugs: (string | null)[] }) => sql<PlaceContext>`
      select ${newestFirst(rules)} as rules, ${newestFirst(decisions)} as decisions, ${newestFirst(signals)} as signals
      from unnest(${param('product_ids')}::bigint[], ${param('direction_slugs')}::text[])
        with ordinality as given (product_id, direction_slug, position)
      cross join lateral (
        select case when given.direction_slug is null then given.product_id else
            (select id from products where id = given.product_id) end as product_id, coalesce(
          (select direction_id from products where id = given.product_id),
          (select id from directions where slug = given.direction_slug)) as direction_id
      ) as place
      order by position`,
)
