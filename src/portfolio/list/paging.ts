import { z } from 'zod'
import { fetchSize } from '../../database/page.ts'
import { contains } from '../../record/contains.ts'
import { flag } from '../../record/flag.ts'
import { integer, toSafeInteger } from '../../record/integer.ts'
import { rule } from '../../record/rule.ts'

const largest = 200

/** How every portfolio list is paged. A limit over 200 is served as 200. */
export const pagingQuery = {
  limit: rule((value) => {
    const limit = toSafeInteger(value)
    return typeof limit === 'number' && Number.isInteger(limit) ? Math.min(limit, largest) : limit
  }, z.int().min(1).max(largest))
    .default(50)
    .describe('How many at most; more than 200 is read as 200'),
  offset: integer(0, 2_147_483_647).default(0).describe('How many to leave out first'),
  with_total: flag.default(false).describe('1: count every match, also beyond 1,000'),
}

/** What every portfolio list says of itself. `total` is null beyond 1,000 matches, unless asked for. */
export const ListMeta = z
  .strictObject({
    total: z.int().min(0).nullable(),
    count: z.int().min(0),
    limit: z.int().min(1).max(largest),
    offset: z.int().min(0),
  })
  .meta({ examples: [{ total: 1, count: 1, limit: 50, offset: 0 }] })
export type ListMeta = z.output<typeof ListMeta>

/** What every list query has. */
export type Paging = { limit: number; offset: number; with_total: boolean; q?: string | undefined }

/** A list query as its statement takes it. */
export function listValues<Q extends Paging>(query: Q) {
  return { ...query, q: query.q === undefined ? undefined : contains(query.q), fetch: fetchSize(query.limit) }
}

export function listMeta(query: Paging, count: number, total: number | null): ListMeta {
  return { total, count, limit: query.limit, offset: query.offset }
}
