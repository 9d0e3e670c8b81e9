import { z } from 'zod'
import { FieldName, fieldPhrase } from '../../language/phrase.ts'
import { boolean } from '../rules/boolean.ts'
import { clampedInteger, integer } from '../rules/integer.ts'
import { isObjectPayload, rule } from '../rules/rule.ts'
import { invalidSelection } from '../validation/messages.ts'
import { cursorDescription, decodeCursor } from './cursor.ts'

const maxPage = 2_147_483_647

/** The query field that requests the exact total of a list. */
export const withTotal = boolean
  .default(false)
  .describe('1: return the exact total, also above 1,000 matches, which takes about 40 ms per million')

/** The query fields of a list that is paged by number. */
export const paging = pagingOf(15, 100)

/** The usual number of rows on a page of the web interface. */
export const webPageSize = 50

/** The query fields of a list that is shown only in the web interface. */
export const webPaging = pagingOf(webPageSize, 200)

function pagingOf(usual: number, max: number) {
  return {
    page: integer(1, maxPage).default(1).describe('The page number, from 1'),
    per_page: clampedInteger(max, maxPage)
      .default(usual)
      .describe(`Rows per page; a value above ${max} counts as ${max}`),
    with_total: withTotal,
  }
}

/** The query of a list without filters. */
export const PageQuery = z.object(paging)
export type PageQuery = z.output<typeof PageQuery>

/** The page number of a list that may be paged by cursor instead. */
export const pageOrCursor = integer(1, maxPage).optional().describe('The page number, from 1')

/** The query fields of an unbounded list: paged by number, or by cursor at the same cost on every page. */
export const unboundedPaging = {
  ...paging,
  page: pageOrCursor,
  cursor: rule(
    decodeId,
    z
      .number()
      .refine((id) => Number.isSafeInteger(id) && id >= 1, { params: { sentence: invalidSelection() } }),
  )
    .meta({ type: 'string', description: cursorDescription })
    .optional(),
}

/** Rejects a query with both a page number and a cursor. */
export function eitherPageOrCursor<S extends z.ZodObject<{ page: z.ZodType; cursor: z.ZodType }>>(
  schema: S,
): S {
  return schema.refine((query) => query.cursor === undefined || query.page === undefined, {
    path: ['cursor'],
    params: { sentence: fieldPhrase('validation.prohibitedWith', { other: new FieldName('page') }) },
    when: isObjectPayload,
  })
}

// An undecodable cursor becomes -1, which validation then rejects.
function decodeId(value: unknown): unknown {
  const [id] = (typeof value === 'string' && decodeCursor(value, /^([1-9]\d{0,15})$/)) || []
  return id === undefined ? -1 : Number(id)
}
