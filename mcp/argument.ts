import { z } from 'zod'
import { pagingQuery } from '../src/portfolio/list/paging.ts'
import { day } from '../src/record/day.ts'
import { flag } from '../src/record/flag.ts'
import { integer } from '../src/record/integer.ts'
import { Slug } from '../src/record/slug.ts'
import { text } from '../src/record/text.ts'
import type { Warning } from '../src/record/warning.ts'

// The arguments that several tools have. None is required, in any tool.

export const directionSlugArgument = Slug.optional()
export const productSlugArgument = Slug.optional()
const since = day.optional().describe('The first day')
export const query = text(255).optional()
export const pagingArguments = {
  limit: pagingQuery.limit.removeDefault().default(20),
  offset: integer(0, 2_147_483_647).default(0),
}
export const full = flag.default(false).describe('Every field')

/** Which part of the portfolio a list is about, and which part of the list. */
export const placed = {
  product_slug: productSlugArgument,
  direction_slug: directionSlugArgument,
  since,
  ...pagingArguments,
  full,
}

/** What an answer says besides its records. */
export const commonAnswer = {
  notice: z.string(),
  next: z.string().optional(),
}

/** What an answer says besides that was narrowed by slugs. */
export const warningTexts = z.array(z.string()).optional()

/** What a list says besides its rows: how many match in all, where that is cheap to say. */
export const listAnswer = { ...commonAnswer, warnings: warningTexts, total: z.int().optional() }

/** Warnings in words, where there are any. */
export function warned(warnings: Warning[]): { warnings?: string[] } {
  return warnings.length > 0 ? { warnings: warnings.map(({ field, message }) => `${field}: ${message}`) } : {}
}
