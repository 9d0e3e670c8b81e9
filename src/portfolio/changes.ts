import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../database/read.ts'
import { param, statement, tables } from '../database/statement.ts'
import { ChangeQuery } from '../journal/change-feed/change-query.ts'
import { Change, readChanges } from '../journal/change-feed/feed.ts'
import { enumOf } from '../record/rules/enumeration.ts'
import { type KindName, kinds } from './kinds.ts'

const kindNames = Object.keys(kinds) as KindName[]

/** One change of a portfolio record. The slug is null for a record without one. */
export const PortfolioChange = Change.extend({
  slug: z.string().nullable(),
  title: z.string().nullable().describe('The current title or name of the record'),
})
export type PortfolioChange = z.output<typeof PortfolioChange>

/** The query of the portfolio's change feed. */
export const PortfolioChangeQuery = ChangeQuery.extend({
  entity: enumOf(Object.fromEntries(kindNames.map((name) => [name, ''])) as Record<KindName, string>)
    .optional()
    .describe('Only changes of records of this kind'),
})
export type PortfolioChangeQuery = z.output<typeof PortfolioChangeQuery>

/** Returns a page of the portfolio's change feed, oldest change first. */
export async function readPortfolioChanges(read: Read, { entity, ...query }: PortfolioChangeQuery) {
  const { changes, ...position } = await readChanges(read, entity ? [entity] : kindNames, query)
  const names = await readNames(read, changes)
  const named = changes.map((change): PortfolioChange => {
    const { slug = null, title = null } = names.get(`${change.entity} ${change.id}`) ?? {}
    return { ...change, slug, title }
  })
  return { changes: named, ...position }
}

type Name = { entity: string; id: number; slug: string | null; title: string }

async function readNames(read: Read, changes: Change[]): Promise<Map<string, Name>> {
  if (changes.length === 0) return new Map()
  const ids = kindNames.map((kind) => [
    kind,
    changes.filter(({ entity }) => entity === kind).map(({ id }) => id),
  ])
  const names = await read(selectNames(Object.fromEntries(ids)))
  return new Map(names.map((name) => [`${name.entity} ${name.id}`, name]))
}

const selectNames = statement((_: Record<string, number[]>) => ({
  compile: () =>
    sql<Name>`${sql.join(
      kindNames.map((kind) => {
        const { table, title, hasSlug } = kinds[kind]
        return sql`select ${sql.lit(kind)} as entity, id, ${hasSlug ? sql`slug` : sql`null::text`} as slug,
          ${sql.ref(title)} as title from ${sql.table(table)} where id = any(${param(kind)}::bigint[])`
      }),
      sql` union all `,
    )}`.compile(tables()),
}))
