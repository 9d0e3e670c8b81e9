import type { z } from 'zod'
import type { Caller } from '../src/access/caller.ts'
import type { Read } from '../src/database/read.ts'
import { readApp } from '../src/portfolio/app/read.ts'
import type { KindName } from '../src/portfolio/kinds.ts'
import { answerKeys } from '../src/portfolio/kinds.ts'
import type { Paging } from '../src/portfolio/list/filter.ts'
import { inDaysOf } from '../src/portfolio/list/period.ts'
import type { Page } from '../src/record/list/record-list.ts'
import type { Warning } from '../src/record/warning.ts'
import { fullTextBytes } from './size-limit.ts'
import { rejectUnknownSlugs } from './suggestions.ts'
import { tool } from './tool.ts'
import type { View } from './view.ts'
import { warningsField } from './warnings-field.ts'

type SlugArguments = Parameters<typeof rejectUnknownSlugs>[1]
// The argument `query` is the filter `q` of the list.
type Query<In extends z.ZodObject> = Omit<z.output<In>, 'query'> & Paging

/** Creates a tool that lists records: filtered by its arguments, one page per call. */
export function listTool<In extends z.ZodObject>(definition: {
  name: string
  title: string
  description: string
  kind: KindName
  view: View
  input: In
  /** Limit of a text in the compact form, in bytes, if not `compactTextBytes`. */
  maxTextBytes?: number
  list: (read: Read, query: Query<In>, caller?: Caller) => Promise<Page<object> & { warnings: Warning[] }>
  /** The arguments whose meaning depends on the caller. */
  callerArguments?: readonly string[]
  /** The records of the whole product that a list of one app leaves out: what they are called, and their filters. */
  ofWholeProduct?: WholeProduct
}) {
  const { name, kind, view, list, maxTextBytes, ofWholeProduct } = definition
  const key = answerKeys(kind).many
  return tool({
    ...definition,
    async find({ reads, timeZone }, input, caller) {
      const { read, readReplica } = await reads()
      const { query: q, ...filters } = input as { query?: string }
      const { full = false } = input as { full?: boolean }
      const { compactFields: fields } = view
      const query = { with_total: false, ...filters, q, ...(!full && fields && { fields }) } as Query<In>
      const page = await list(readReplica, inDaysOf(query, timeZone()), caller)
      const { rows, total, warnings } = page
      if (rows.length === 0) await rejectUnknownSlugs(read, input as SlugArguments)
      const countWhole = (filters: object) =>
        list(readReplica, { ...filters, limit: 1, offset: 0, with_total: false } as Query<In>, caller)
      const { app_slug } = input as { app_slug?: string }
      const whole =
        ofWholeProduct &&
        app_slug !== undefined &&
        !page.more &&
        (await wholeProduct(read, name, app_slug, ofWholeProduct, countWhole))
      return {
        server: { ...(total !== null && { total }), ...warningsField(warnings) },
        stored: { [key]: rows.map((row) => view.render(row, { full })) },
        ...((full || maxTextBytes) && { maxTextBytes: full ? fullTextBytes : maxTextBytes }),
        next: (rowCounts) => nextPage(name, page, query.offset, rowCounts[key] ?? 0) ?? (whole || undefined),
      }
    },
  })
}

type WholeProduct = { noun: string; filters: object; arguments: string }

// A record about a whole product concerns its apps too, but a list of one app does not have it.
async function wholeProduct(
  read: Read,
  name: string,
  slug: string,
  { noun, filters, arguments: more }: WholeProduct,
  count: (filters: object) => Promise<Page<object>>,
): Promise<string | undefined> {
  const { product_slug } = await readApp(read, { slug })
  if (product_slug === null) return undefined
  const { total } = await count({ product_slug, without_app: true, ...filters })
  if (total === 0) return undefined
  return `The whole product has ${total ?? 'more than 1000'} ${noun} of no single app. Call ${name} with product_slug=${product_slug}${more}.`
}

/** Returns how to get the rows that an answer does not show, if there are any. */
export function nextPage(
  name: string,
  { rows, more, total }: Page<object>,
  offset: number,
  shownCount: number,
): string | undefined {
  if (shownCount === rows.length && !more) return undefined
  const nextOffset = offset + shownCount
  return `${total ?? 'More than 1000'} rows match. Call ${name} again with offset=${nextOffset} and the same filters.`
}
