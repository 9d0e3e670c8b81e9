import { pagingQuery } from '../src/portfolio/list/paging.ts'
import { boolean } from '../src/record/boolean.ts'
import { day } from '../src/record/day.ts'
import { integer } from '../src/record/integer.ts'
import { Slug } from '../src/record/slug.ts'
import { text } from '../src/record/text.ts'

// Arguments that several tools share. Every argument of every tool is optional.

export const directionSlugArgument = Slug.optional()
export const productSlugArgument = Slug.optional()
const since = day.optional().describe('Earliest creation date')
export const queryArgument = text(255).optional()
export const pagingArguments = {
  limit: pagingQuery.limit.removeDefault().default(20),
  offset: integer(0, 2_147_483_647).default(0),
}
export const fullArgument = boolean.default(false).describe('Every field')

/** Arguments of a list of records that belong to a product or direction: filters, paging and `full`. */
export const recordListArguments = {
  product_slug: productSlugArgument,
  direction_slug: directionSlugArgument,
  since,
  ...pagingArguments,
  full: fullArgument,
}
