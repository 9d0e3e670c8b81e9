import { sql } from 'kysely'
import { z } from 'zod'
import type { ListOrder } from '../database/record-list.ts'
import { paging } from '../record/paging.ts'
import type { PageRequest } from '../record/reads.ts'
import { rule } from '../record/rule.ts'
import { text, trim } from '../record/text.ts'

/** The query fields that every list of operations has. */
export const listQuery = {
  search: text(255).optional().describe('Only records that contain this text'),
  sort: rule(trim, z.enum(['id', '-id', 'name', '-name', 'created_at', '-created_at']))
    .optional()
    .describe('The sort field, with a minus for descending order; newest first if omitted'),
  ...paging,
}

type SortedQuery = PageRequest & { search?: string | undefined; sort?: string | undefined }

/** Returns the order that the `sort` of a query names; `nameColumn` is the column that `sort=name` stands for. */
export function bySort<Row, Query extends SortedQuery>(
  nameColumn = 'name',
): Pick<ListOrder<Row, Query>, 'order' | 'literals'> {
  return {
    order(rows, { sort = '-id' }) {
      const direction = sort.startsWith('-') ? 'desc' : 'asc'
      const field = sort.replace('-', '')
      const column = field === 'name' ? nameColumn : field
      const ordered = field === 'id' ? rows : rows.orderBy(sql.ref(`record.${column}`), direction)
      return ordered.orderBy('record.id', direction)
    },
    literals: ['sort'],
  }
}
