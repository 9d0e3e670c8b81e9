import type { FastifyReply, FastifyRequest } from 'fastify'
import { roles } from '../../../src/access/person.ts'
import { unambiguousNames } from '../../../src/catalog/record-titles.ts'
import { suggestOwners } from '../../../src/people/user-list.ts'
import { notFound, policyDenied } from '../../../src/record/fault.ts'
import { withKey } from '../../../src/record/named.ts'
import { toStorable } from '../../../src/record/rules/text.ts'
import type { Server } from '../../server/server.ts'
import { valueLabel } from '../html/value.ts'
import { words } from '../html/words.ts'
import { textFilters } from '../list/filters.ts'
import { listRequest } from '../list/list-request.ts'
import { enumerationOfField } from '../record/field-traits.ts'
import { storedTitleOf } from '../record/links.ts'
import type { RecordPages, Row } from '../record/record.ts'
import { recordText } from '../record/record-text.ts'
import { maySee } from '../record/row.ts'
import { findPages, pagesOfType } from '../records/index.ts'
import { personOf } from '../request/reply.ts'

const maxSuggestions = 10
const maxTypes = 10
const maxOfType = 4

// A list without a text filter may have one by name.
const searchFilters = [...textFilters, 'name']

/** `key` is the type and id of the record that the value stands for. */
type Suggestion = { value: string; label: string; key?: string }

/** Registers the suggestions for the controls that refer to another record or name a person. */
export function suggestionRoutes(app: Server): void {
  app.get('/suggestions/owners', (request, reply) => sendPeople(request, reply, false))
  app.get('/suggestions/readers', (request, reply) => sendPeople(request, reply, true))

  app.get('/suggestions/records', async (request, reply) => send(reply, await suggestRecords(request)))

  app.get('/suggestions/:collection', async (request, reply) => {
    const { collection } = request.params as { collection: string }
    const pages = findPages(collection)
    if (!pages) throw notFound()
    if (!maySee(pages, personOf(request))) throw policyDenied()
    return sendSuggestions(request, reply, pages)
  })
}

async function sendPeople(request: FastifyRequest, reply: FastifyReply, reads: boolean) {
  const people = await suggestOwners(request.server.readReplica, searchText(request), reads)
  return send(
    reply,
    people.map(({ text, name, role }) => ({
      value: text,
      label: text === name ? valueLabel(roles, role) : `${name}, ${valueLabel(roles, role)}`,
    })),
  )
}

// Records of several types by their titles, with the type and id that a list of records contains.
async function suggestRecords(request: FastifyRequest): Promise<Suggestion[]> {
  const { types } = request.query as Record<string, unknown>
  const named = typeof types === 'string' ? types.split(',', maxTypes) : []
  const text = searchText(request)
  const found = named.map(async (type) => {
    const pages = pagesOfType(type)
    if (!pages || !maySee(pages, personOf(request))) return []
    const rows = await matchingRows(request, pages, text)
    return rows.slice(0, maxOfType).map((row) => {
      const status = enumerationOfField(pages.schema, 'status')
      const label = status && typeof row.status === 'string' ? [valueLabel(status, row.status)] : []
      const key = `${type} ${row.id}`
      return {
        value: withKey(storedTitleOf(pages, row), key),
        label: [recordText(pages, 'name'), ...label].join(', '),
        key,
      }
    })
  })
  return (await Promise.all(found)).flat()
}

async function sendSuggestions(request: FastifyRequest, reply: FastifyReply, pages: RecordPages) {
  const rows = (await matchingRows(request, pages, searchText(request))).slice(0, maxSuggestions)
  const records = rows.map((row) => ({
    id: Number(row.id),
    slug: typeof row.slug === 'string' ? row.slug : null,
    title: storedTitleOf(pages, row),
  }))
  const names = await unambiguousNames(request.server.readReplica, pages.historyType, records)
  return send(
    reply,
    rows.map((row, index) => ({
      value: names[index] ?? '',
      label: [records[index]?.slug ?? String(row.id), ...placeOf(row)].join(', '),
      key: `${pages.historyType} ${row.id}`,
    })),
  )
}

function searchText({ query }: FastifyRequest): string {
  const { q } = query as Record<string, unknown>
  return typeof q === 'string' ? toStorable(q.trim()) : ''
}

function send(reply: FastifyReply, suggestions: Suggestion[]) {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(suggestions))
}

async function matchingRows(request: FastifyRequest, pages: RecordPages, text: string): Promise<Row[]> {
  const filter = searchFilters.find((name) => Object.hasOwn(pages.list.query.shape, name))
  const { query, isInvalid } = listRequest(pages, filter ? { [filter]: text } : {})
  if (isInvalid) return []
  // A list that cannot be searched is short.
  const per_page = filter ? maxSuggestions : query.per_page
  const page = { ...query, per_page, with_total: false }
  const { rows } = await pages.list.run(request.server.readReplica, page as never, personOf(request))
  if (filter) return rows
  const lower = text.toLowerCase()
  return rows.filter((row) => `${storedTitleOf(pages, row)} ${row.slug ?? ''}`.toLowerCase().includes(lower))
}

// The platform of an app and the direction of a product.
function placeOf({ platform, direction }: Row): string[] {
  const { name } = (direction ?? {}) as { name?: string }
  return [typeof platform === 'string' ? words(platform) : [], name ?? []].flat()
}
