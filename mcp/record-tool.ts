import { z } from 'zod'
import type { Read } from '../src/database/read.ts'
import { type RecordName, recordName } from '../src/portfolio/place/find.ts'
import type { SlugAndName } from '../src/portfolio/place/slug-list.ts'
import { recordEtag } from '../src/portfolio/records.ts'
import { Fault, invalid } from '../src/record/fault.ts'
import { fullArgument, SlugOrId } from './argument.ts'
import { escapeLine } from './escape-invisible.ts'
import { fullTextBytes, type RowCounts } from './size-limit.ts'
import { unknownSlugMessage } from './suggestions.ts'
import { tool } from './tool.ts'
import type { View } from './view.ts'

type Row = Record<string, unknown>

const placeFields = ['product_slug', 'direction_slug', 'app_slug']

/** A record, the lists of its related records, and how many records each list has in total. */
type Brief<List extends string> = {
  record: { slug: string }
  /** The record as the API returns it. */
  detail: object
  lists: { [list in List]: object[] }
  totals: RowCounts
}

/** Creates a tool that returns one product or app with its related records, or without an argument the slugs. */
export function recordTool<Kind extends 'product' | 'app', List extends string>(definition: {
  kind: Kind
  description: string
  view: View
  /** The view of each list of related records. */
  lists: { [list in List]: View }
  brief: (read: Read, name: RecordName, options: { full: boolean }) => Promise<Brief<List>>
  listSlugs: (read: Read) => Promise<SlugAndName[]>
}) {
  const { kind, description, view, lists, brief, listSlugs } = definition
  const names = Object.keys(lists) as List[]
  return tool({
    name: `get_${kind}`,
    title: `Get ${kind}`,
    description: `${description} Without ${kind}: the slugs to choose from.`,
    input: z.strictObject({
      [kind]: SlugOrId.optional(),
      full: fullArgument.describe('All fields, evidence of decisions'),
    }),
    async find({ reads }, input) {
      const { read } = await reads()
      const slugOrId = (input as { [name: string]: string | undefined })[kind]
      const { full = false } = input as { full?: boolean }
      if (!slugOrId) {
        const slugs = await listSlugs(read)
        const choose_from = slugs.map(({ slug, name }) => ({
          slug: escapeLine(slug),
          name: escapeLine(name),
        }))
        return {
          stored: { choose_from },
          next: ({ choose_from: shownCount = 0 }) => chooseSentence(kind, shownCount, choose_from.length),
        }
      }
      const found = await brief(read, recordName(slugOrId), { full }).catch(async (error) => {
        if (!(error instanceof Fault) || error.code !== 'not_found') throw error
        throw invalid({ [kind]: unknownSlugMessage(kind, slugOrId, await listSlugs(read)) })
      })
      const { record } = found
      const place: Row = { ...record, [`${kind}_slug`]: record.slug }
      return {
        server: { etag: recordEtag(kind, found.detail) },
        stored: {
          [kind]: view.render(record, { full: true }),
          ...Object.fromEntries(
            names.map((name) => [
              name,
              found.lists[name].map((row) => withoutPlace(lists[name].render(row, { full }), place)),
            ]),
          ),
        },
        maxTextBytes: full ? fullTextBytes : 1500,
        totals: found.totals,
        next: (rowCounts) => {
          const total = (name: List) => found.totals[name] ?? found.lists[name].length
          const truncated = names.filter((name) => (rowCounts[name] ?? 0) < total(name))
          if (truncated.length === 0) return undefined
          const calls = [...Map.groupBy(truncated, (name) => filterOf(name, place))].map(
            ([filter, lists]) => lists.map(listToolOf).join(', ') + filter,
          )
          return `Some rows were left out. Call ${calls.join(', and ')} for the rest.`
        },
      }
    },
  })
}

function listToolOf(list: string): string {
  return list === 'rules' ? 'list_canon_rules' : `list_${list}`
}

// The filters that select the rest of a list: the first one that the record has is used. An app with a product
// has the signals, tasks, decisions and rules of the product. `list_canon_rules` has no filter by app.
const filtersByList: Record<string, string[]> = {
  signals: ['product_slug', 'app_slug'],
  tasks: ['product_slug', 'app_slug'],
  decisions: ['product_slug', 'app_slug'],
  rules: ['product_slug', 'direction_slug'],
}

function filterOf(list: string, place: Row): string {
  const filters = filtersByList[list] ?? ['app_slug', 'product_slug']
  const filter = filters.find((name) => typeof place[name] === 'string')
  return filter ? ` with ${filter}=${escapeLine(String(place[filter]))}` : ''
}

// A related record is returned without the slugs of the place that it shares with the record itself.
function withoutPlace(row: Row, place: Row): Row {
  const entries = Object.entries(row).filter(
    ([name, value]) => !placeFields.includes(name) || value !== place[name],
  )
  return Object.fromEntries(entries)
}

// Returns the `next` sentence for a call without a slug or id.
function chooseSentence(kind: string, shownCount: number, totalCount: number): string {
  const call = `Call get_${kind} again with ${kind} set to one of these slugs.`
  if (shownCount === totalCount) return call
  return `${call} These are ${shownCount} of ${totalCount}. Call list_${kind}s for all of them, with query to search or page by page from offset=0.`
}
