import type { FastifyRequest } from 'fastify'
import { listAddress, recordAddress } from '../record/address.ts'
import type { FormValues, RecordPages, Row } from '../record/record.ts'
import { pathId } from '../request/path.ts'
import { personOf } from '../request/reply.ts'
import { listBehind, withBack } from '../request/way-back.ts'
import { type ListRequest, readListRequest, rowsQuery } from './list-request.ts'

/** The button of a form that saves and leads to the next record of the list that the form was opened from. */
export const saveAndNext = { name: '_next', label: 'Save and next' }

/**
 * Returns the form of the record after this one in the list that the form was opened from, or the list if no other record
 * follows. Undefined unless the person pressed “Save and next”.
 */
export async function followingForm(
  request: FastifyRequest,
  pages: RecordPages,
): Promise<string | undefined> {
  const back = listBehind(request, pages.collection)
  const pressed = (request.body as FormValues | undefined)?.[saveAndNext.name] !== undefined
  if (!pressed || !back) return undefined
  const { searchParams } = new URL(back, 'http://own')
  const { read } = request.server
  const person = personOf(request)
  const list = await readListRequest(request, pages, Object.fromEntries(searchParams))
  if (list.isInvalid) return back
  const rowsOn = (query: ListRequest['query']) =>
    pages.list.run(read, rowsQuery(pages, query) as never, person)
  const { rows, more } = await rowsOn(list.query)
  const position = rows.findIndex(({ id }) => id === pathId(request))
  const isOpen = (row: Row) =>
    (pages.mayChange?.(row, person) ?? true) && (pages.change?.isPossible?.(row) ?? true)
  const formOf = (row: Row | undefined, list: string) =>
    row && withBack(`${recordAddress(pages.collection, row.id)}/edit`, list)
  const onPage = formOf(rows.slice(position + 1).find(isOpen), back)
  const last = rows.at(-1)
  if (onPage || !more || !last) return onPage ?? back
  const nextPage = pageAfter(pages, list.query, last)
  for (const [name, value] of Object.entries(nextPage)) searchParams.set(name, String(value))
  const { rows: others } = await rowsOn({ ...list.query, ...nextPage })
  return formOf(others.find(isOpen), listAddress(pages.collection, searchParams)) ?? back
}

function pageAfter({ list }: RecordPages, { page, sort }: ListRequest['query'], last: Row) {
  const isByKey = list.cursorOf && !sort && page === 1
  return isByKey ? { cursor: list.cursorOf?.(last) } : { page: page + 1 }
}
