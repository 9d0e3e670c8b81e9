import { withTotal } from '../../record/list/paging.ts'
import { clampedInteger, integer } from '../../record/rules/integer.ts'

/** The most rows of a page. */
export const maxRows = 200
/** The greatest `offset` of a list. */
export const maxOffset = 2_147_483_647

/** The query fields that page every portfolio list. */
export const pagingQuery = {
  limit: clampedInteger(maxRows).default(50).describe('Rows per page; a value above 200 counts as 200'),
  offset: integer(0, maxOffset).default(0).describe('Rows to skip'),
  with_total: withTotal,
}

/** The paging values of a list query. With `fields` the rows have only these fields. */
export type Paging = {
  limit: number
  offset: number
  with_total: boolean
  q?: string | undefined
  fields?: readonly string[]
}
