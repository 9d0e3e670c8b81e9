import { DirectionSlug } from '../src/portfolio/direction/direction.ts'
import { maxOffset, pagingQuery, recordQuery } from '../src/portfolio/list/filter.ts'
import { boolean } from '../src/record/rules/boolean.ts'
import { integer } from '../src/record/rules/integer.ts'
import { rule } from '../src/record/rules/rule.ts'
import { Slug } from '../src/record/rules/slug.ts'
import { storableString, text, trim } from '../src/record/rules/text.ts'

// Arguments that several tools share. Every argument of every tool is optional.

export const directionSlugArgument = DirectionSlug.optional()
export const productSlugArgument = Slug.optional()
export const appSlugArgument = Slug.optional()
export const queryArgument = text(255).optional()
export const pagingArguments = {
  limit: pagingQuery.limit.removeDefault().default(20),
  offset: integer(0, maxOffset).default(0),
}
/** Of lists: whether rows have every field, with texts up to `fullTextBytes`. */
export const fullArgument = boolean.default(false).describe('All fields, long texts')
/** An id may also be sent as a number. */
export const SlugOrId = rule(
  (value) => trim(typeof value === 'number' ? String(value) : value),
  storableString(255),
)

/** Arguments of a list of records that belong to a product or direction: filters, paging and `full`. */
export const recordListArguments = {
  product_slug: productSlugArgument,
  direction_slug: directionSlugArgument,
  query: queryArgument,
  since: recordQuery.since.describe(''),
  ...pagingArguments,
  full: fullArgument,
}
