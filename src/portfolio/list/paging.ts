import { z } from 'zod'
import { withTotal } from '../../record/list/paging.ts'
import { clampedInteger, integer } from '../../record/rules/integer.ts'

const maxRows = 200
/** The greatest `offset` of a list. */
export const maxOffset = 2_147_483_647

/** The query fields that page every portfolio list. */
export const pagingQuery = {
  limit: clampedInteger(maxRows).default(50).describe('Rows per page; a value above 200 counts as 200'),
  offset: integer(0, maxOffset).default(0).describe('Rows to skip'),
  with_total: withTotal,
}

/** The `meta` of every portfolio list. `total` is null above 1,000 matches unless `with_total` is set. */
export const ListMeta = z
  .strictObject({
    total: z.int().min(0).nullable(),
    count: z.int().min(0),
    limit: z.int().min(1).max(maxRows),
    offset: z.int().min(0),
  })
  .meta({ examples: [{ total: 1, count: 1, limit: 50, offset: 0 }] })
export type ListMeta = z.output<typeof ListMeta>

/** The paging values of a list query. With `fields` the rows have only these fields. */
export type Paging = {
  limit: number
  offset: number
  with_total: boolean
  q?: string | undefined
  fields?: readonly string[]
}

/** Returns the `meta` of a page with `count` rows. */
export function listMeta(query: Paging, count: number, total: number | null): ListMeta {
  return { total, count, limit: query.limit, offset: query.offset }
}
