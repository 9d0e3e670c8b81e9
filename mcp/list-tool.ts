import type { z } from 'zod'
import type { Read } from '../src/database/read.ts'
import type { ListMeta, Paging } from '../src/portfolio/list/paging.ts'
import type { Warning } from '../src/record/warning.ts'
import { fullTextBytes } from './size-limit.ts'
import { rejectUnknownSlugs } from './suggestions.ts'
import { tool } from './tool.ts'
import type { View } from './view.ts'
import { warningsField } from './warnings-field.ts'

type SlugArguments = Parameters<typeof rejectUnknownSlugs>[1]
// The argument `query` is the filter `q` of the list.
type Query<In extends z.ZodObject> = Omit<z.output<In>, 'query'> & Paging
type ListResult = { meta: ListMeta; warnings: Warning[] }

/** Creates a tool that lists records: filtered by its arguments, one page per call. */
export function listTool<In extends z.ZodObject, Key extends string>(definition: {
  name: string
  title: string
  description: string
  /** The field of the answer that holds the list. */
  key: Key
  view: View
  input: In
  /** Limit of a text in the compact form, in bytes, if not `compactTextBytes`. */
  maxTextBytes?: number
  list: (read: Read, query: Query<In>) => Promise<ListResult & { [key in Key]: object[] }>
}) {
  const { name, key, view, list, maxTextBytes } = definition
  return tool({
    ...definition,
    async find({ reads }, input) {
      const { read, readReplica } = await reads()
      const { query: q, ...filters } = input as { query?: string }
      const { full = false } = input as { full?: boolean }
      const { compactFields: fields } = view
      const query = { with_total: false, ...filters, q, ...(!full && fields && { fields }) } as Query<In>
      const { meta, warnings, [key]: rows } = await list(readReplica, query)
      if (rows.length === 0) await rejectUnknownSlugs(read, input as SlugArguments)
      return {
        server: { ...(meta.total !== null && { total: meta.total }), ...warningsField(warnings) },
        stored: { [key]: (rows as object[]).map((row) => view.render(row, { full })) },
        ...((full || maxTextBytes) && { maxTextBytes: full ? fullTextBytes : maxTextBytes }),
        next: (rowCounts) => nextPage(name, meta, rowCounts[key] ?? 0),
      }
    },
  })
}

// `total` is null beyond 1,000 matches: a full page then means that there is another one.
function nextPage(
  name: string,
  { total, offset, limit, count }: ListMeta,
  shownCount: number,
): string | undefined {
  const nextOffset = offset + shownCount
  if (shownCount === count && (total === null ? count < limit : nextOffset >= total)) return undefined
  return `${total ?? 'More than 1000'} rows match. Call ${name} again with offset=${nextOffset} and the same filters.`
}
