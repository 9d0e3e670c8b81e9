import { z } from 'zod'
import type { Read } from '../src/database/read.ts'
import type { ListMeta, Paging } from '../src/portfolio/list/paging.ts'
import type { Warning } from '../src/record/warning.ts'
import { fullTextBytes } from './answer.ts'
import { listAnswer, warned } from './argument.ts'
import { refuseUnknown } from './suggestions.ts'
import { tool } from './tool.ts'
import type { View } from './view.ts'

type Slugged = { product_slug?: string | undefined; direction_slug?: string | undefined }
type Listed = { meta: ListMeta; warnings: Warning[] }

/** A tool that tells a list of records, narrowed by its arguments, a page at a time. */
export function listTool<In extends z.ZodObject, Key extends string>(definition: {
  name: string
  title: string
  description: string
  /** What the list is called in the answer. */
  key: Key
  view: View
  input: In
  /** Bytes told of a text in the compact form, where that is more than usual. */
  most?: number
  list: (read: Read, input: z.output<In> & Omit<Paging, 'q'>) => Promise<Listed & { [key in Key]: object[] }>
}) {
  const { name, key, view, list, most } = definition
  return tool({
    ...definition,
    output: z.strictObject({ ...listAnswer, [key]: z.array(view.schema) }),
    async find({ reads }, input) {
      const { readReplica: read } = await reads()
      const asked = { with_total: false, ...input } as z.output<In> & Omit<Paging, 'q'>
      const { meta, warnings, [key]: rows } = await list(read, asked)
      const { full = false } = input as { full?: boolean }
      if (rows.length === 0) await refuseUnknown(read, input as Slugged)
      return {
        content: {
          ...(meta.total !== null && { total: meta.total }),
          ...warned(warnings),
          [key]: (rows as object[]).map((row) => view.tell(row, { full })),
        },
        ...((full || most) && { most: full ? fullTextBytes : most }),
        next: (shown) => further(name, meta, shown[key] ?? 0),
      }
    },
  })
}

// Beyond a thousand matches nobody counts: a full page then means that there is more.
function further(name: string, { total, offset, limit, count }: ListMeta, shown: number): string | undefined {
  const following = offset + shown
  if (shown === count && (total === null ? count < limit : following >= total)) return undefined
  return `${total ?? 'More than 1000'} match. Call ${name} again with offset=${following} and the same filters.`
}
