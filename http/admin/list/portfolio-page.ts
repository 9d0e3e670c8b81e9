import type { Read } from '../../../src/database/read.ts'
import type { ListMeta } from '../../../src/portfolio/list/paging.ts'
import type { Page } from '../../../src/record/list/record-list.ts'

type PageQuery = { page: number; per_page: number }
type RowOf<List> = List extends readonly (infer Row)[] ? Row : never

/**
 * Returns the list of a portfolio record as pages. The lists of the portfolio take `limit` and `offset`, and return
 * their rows under the name of the record.
 */
export function portfolioPage<Query, Found extends { meta: ListMeta }, Name extends keyof Found>(
  list: (read: Read, query: Query) => Promise<Found>,
  name: Name,
): (read: Read, query: Query) => Promise<Page<RowOf<Found[Name]>>> {
  return async (read, query) => {
    const { page, per_page, ...filters } = query as Query & PageQuery
    // One more row than the page has shows whether another page follows.
    const paging = { limit: per_page + 1, offset: (page - 1) * per_page, with_total: false }
    const found = await list(read, { ...filters, ...paging } as Query)
    const rows = found[name] as RowOf<Found[Name]>[]
    return { rows: rows.slice(0, per_page), more: rows.length > per_page, total: found.meta.total }
  }
}
