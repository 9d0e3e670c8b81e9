import { z } from 'zod'
import { flag } from './flag.ts'
import { integer, toSafeInteger } from './integer.ts'
import { isFields, rule } from './rule.ts'

const largest = 2_147_483_647
const mostRows = 100

/** How every numbered list is paged. More than 100 rows a page are served as 100. */
export const paging = {
  page: integer(1, largest).default(1).describe('Which page, from 1'),
  per_page: rule(
    (value) => {
      const size = toSafeInteger(value)
      return typeof size === 'number' && size <= largest && Number.isInteger(size)
        ? Math.min(size, mostRows)
        : size
    },
    z.int().min(1).max(largest).meta({ maximum: mostRows }),
  )
    .default(15)
    .describe('How many rows a page; more than 100 is read as 100'),
  with_total: flag.default(false).describe('1: count every match, also beyond 1,000'),
}

/** The query of a list without filters. */
export const PageQuery = z.object(paging)
export type PageQuery = z.output<typeof PageQuery>

/** How a list without an end is paged: by number like the others, or by key, where every page costs the same. */
export const endlessPaging = {
  ...paging,
  page: integer(1, largest).optional().describe('Which page, from 1'),
  cursor: rule(
    decode,
    z.number().check((context) => {
      const message = 'The selected {attr} is invalid.'
      if (!Number.isSafeInteger(context.value) || context.value < 1)
        context.issues.push({ code: 'custom', params: { sentence: message }, input: context.value })
    }),
  )
    .meta({ type: 'string', description: 'The next_cursor of the answer before; not together with page' })
    .optional(),
}

/** Refuses a page number beside a cursor: they are two ways to name one place. */
export function eitherPageOrCursor<S extends z.ZodObject<{ page: z.ZodType; cursor: z.ZodType }>>(
  schema: S,
): S {
  return schema.refine((query) => query.cursor === undefined || query.page === undefined, {
    path: ['cursor'],
    params: { sentence: 'The {attr} field is prohibited where page is given.' },
    when: isFields,
  })
}

/** The cursor that goes on after a row. */
export function cursorAfter(id: number): string {
  return Buffer.from(String(id)).toString('base64url')
}

// What is no cursor of ours becomes a number that is none, for the judge to refuse.
function decode(value: unknown): unknown {
  const text = typeof value === 'string' ? Buffer.from(value, 'base64url').toString() : ''
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : -1
}
