import type { FastifyRequest } from 'fastify'
import { maxBulk } from '../../../../src/catalog/bulk-change.ts'
import { phrase } from '../../../../src/language/phrase.ts'
import { invalid } from '../../../../src/record/fault.ts'
import { PathId } from '../../../../src/record/rules/id.ts'
import { type Html, html } from '../../html/html.ts'
import { localized } from '../../html/text.ts'
import { filterNames } from '../../list/filters.ts'
import { readListRequest, rowsQuery } from '../../list/list-request.ts'
import { listAddress } from '../../record/address.ts'
import type { FormValues, RecordPages } from '../../record/record.ts'
import { personOf } from '../../request/reply.ts'

/** Returns the parameters of a bulk change: those of its address, which are the filters of the list, and of its form. */
export function parametersOf({ query, body }: FastifyRequest): FormValues {
  return { ...(query as FormValues), ...(body as FormValues | undefined) }
}

/**
 * Returns the ids of the rows that a bulk change is about: the ticked ones, or all that the filters of the list select.
 *
 * @throws Fault `validation_failed` for no row and for too many
 */
export async function selectedIds(request: FastifyRequest, pages: RecordPages): Promise<number[]> {
  const { ids, all } = parametersOf(request)
  const selected = all === '1' ? await idsOfAll(request, pages) : tickedIds(ids)
  if (selected.length === 0) throw invalid({ ids: phrase('bulk.noRow') })
  return selected
}

function tickedIds(ids: unknown): number[] {
  const ticked = [...new Set(ids === undefined ? [] : [ids].flat())].map((id) => {
    const { data } = PathId.safeParse(id)
    if (data === undefined) throw invalid({ ids: phrase('bulk.invalidRows') })
    return data
  })
  if (ticked.length > maxBulk) throw tooMany(ticked.length)
  return ticked
}

async function idsOfAll(request: FastifyRequest, pages: RecordPages): Promise<number[]> {
  const { field: _, value: __, ids: ___, page: ____, ...filters } = parametersOf(request)
  const list = await readListRequest(request, pages, filters)
  const messages = Object.values(list.errors).flat()
  if (list.isInvalid)
    throw invalid({ ids: messages.map(localized).join(' ') || phrase('bulk.invalidFilter') })
  const query = { ...rowsQuery(pages, list.query), page: 1, per_page: maxBulk, with_total: true }
  const { rows, total } = await pages.list.run(request.server.read, query as never, personOf(request))
  if (total !== null && total > maxBulk) throw tooMany(total)
  return rows.map(({ id }) => id)
}

function tooMany(count: number) {
  return invalid({ ids: phrase('bulk.tooMany', { count, limit: maxBulk }) })
}

/** Returns the address of the list that a bulk change was sent from, with its filters. */
export function listOfSelection(request: FastifyRequest, pages: RecordPages): string {
  const kept = [...filterNames(pages.list.query), 'sort', 'page', 'per_page']
  const sent = parametersOf(request)
  const given = kept.flatMap((name) => {
    const value = sent[name]
    return typeof value === 'string' && value !== '' ? [[name, value]] : []
  })
  return listAddress(pages.collection, new URLSearchParams(given))
}

/** Renders the hidden fields with the rows that a form is about. */
export function hiddenIds(ids: readonly number[]): Html {
  return ids.map((id) => html`<input type="hidden" name="ids" value=${id} />`)
}

const versionsName = '_versions'

/** Renders the hidden field with the versions of the records that a page shows. */
export function versionsField(outcomes: readonly { id: number; version: number }[]): Html {
  const versions = outcomes.map(({ id, version }) => `${id}:${version}`).join(',')
  return html`<input type="hidden" name=${versionsName} value=${versions} />`
}

/** Returns the version of each record that a form names. A record without one has the version -1, which none has. */
export function shownVersions(request: FastifyRequest, ids: readonly number[]): Map<number, number> {
  const sent = parametersOf(request)[versionsName]
  const named = typeof sent === 'string' ? sent.split(',').map((pair) => pair.split(':').map(Number)) : []
  const versions = new Map(named.map(([id = 0, version = -1]) => [id, version]))
  return new Map(ids.map((id) => [id, versions.get(id) ?? -1]))
}
