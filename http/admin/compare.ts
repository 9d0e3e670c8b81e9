import { isDeepStrictEqual } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type HistoryEntry, listHistory } from '../../src/journal/record-history.ts'
import { recordVersions } from '../../src/journal/record-versions.ts'
import { notFound } from '../../src/record/fault.ts'
import { PathId } from '../../src/record/id.ts'
import { titleOf } from './detail.ts'
import { display } from './display.ts'
import { traitsOf } from './fields.ts'
import { type Html, html } from './html.ts'
import { listLink } from './links.ts'
import type { RecordPages, Row } from './record.ts'
import { personOf, sendPage } from './reply.ts'
import { idOf } from './row.ts'
import { words } from './words.ts'

const now = 'now'
const offeredVersions = 100

type Values = Record<string, unknown>
type Version = { id: string; label: string; values: Values }

/** Shows two versions of a record side by side: after the change `from`, and after the change `to` or now. */
export async function compareVersions(request: FastifyRequest, reply: FastifyReply, pages: RecordPages) {
  const { read } = request.server
  const { from, to = now } = request.query as { from?: unknown; to?: unknown }
  const ids = [historyId(from), ...(to === now ? [] : [historyId(to)])]
  const row = await pages.read(read, idOf(request), personOf(request))
  const record = { record_type: pages.historyType, record_id: row.id }
  const current = storedValues(row)
  const [versions, offered] = await Promise.all([
    recordVersions(read, record, current, ids),
    listHistory(read, record, { per_page: offeredVersions, with_total: false }),
  ])
  const [before, after = { id: now, label: 'Now', values: current }] = versions.map(({ entry, values }) => ({
    id: String(entry.id),
    label: labelOf(entry),
    values,
  })) as [Version, Version?]
  const name = titleOf(pages, row)
  const address = `/admin/${pages.collection}/${row.id}`
  const content = () => html`
    <h1>${`Versions of ${name}`}</h1>
    ${choice(`${address}/compare`, offered.rows, before.id, after.id)} ${comparison(pages, before, after)}
  `
  const above = [listLink(pages), { href: address, label: name }]
  return sendPage(request, reply, { title: `Versions of ${name}`, content, above })
}

function historyId(sent: unknown): number {
  const { success, data } = PathId.safeParse(sent)
  if (!success) throw notFound()
  return data
}

// History stores a reference as `company_id`, the record embeds it as `{ id, name }`.
function storedValues(row: Row): Values {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) =>
      typeof value === 'object' && value !== null && 'id' in value ? [`${name}_id`, value.id] : [name, value],
    ),
  )
}

function labelOf({ event, actor, created_at }: HistoryEntry): string {
  return `${created_at.slice(0, 16).replace('T', ' ')}, ${words(event).toLowerCase()} by ${actor.name}`
}

function choice(action: string, entries: HistoryEntry[], from: string, to: string): Html {
  const options = entries.map((entry) => ({ id: String(entry.id), label: labelOf(entry) }))
  const select = (name: string, label: string, chosen: string, offered: typeof options) => html`
    <div class="field">
      <label for=${`version-${name}`}>${label}</label>
      <select id=${`version-${name}`} name=${name}>
        ${offered.map((option) => html`<option value=${option.id} selected=${option.id === chosen}>${option.label}</option>`)}
      </select>
    </div>
  `
  return html`
    <form class="filters" method="get" action=${action}>
      ${select('from', 'Version', from, options)}
      ${select('to', 'Compared with', to, [{ id: now, label: 'Now' }, ...options])}
      <div class="buttons"><button>Compare</button></div>
    </form>
  `
}

function comparison(pages: RecordPages, before: Version, after: Version): Html {
  const names = comparedNames(pages, before.values, after.values)
  const changed = new Set(
    names.filter((name) => !isDeepStrictEqual(before.values[name] ?? null, after.values[name] ?? null)),
  )
  return html`
    <p class="summary">${changed.size === 1 ? '1 field differs.' : `${changed.size || 'No'} fields differ.`}</p>
    <div class="table" tabindex="0" role="region" aria-label="Comparison">
      <table class="versions">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">${before.label}</th>
            <th scope="col">${after.label}</th>
          </tr>
        </thead>
        <tbody>
          ${names.map((name) => {
            const [old, current] = [before, after].map(({ values }) => shown(pages, name, values[name]))
            return changed.has(name)
              ? html`<tr class="changed">
                  <th scope="row">${words(name)} <span class="badge warn">Changed</span></th>
                  <td><del>${old}</del></td>
                  <td><ins>${current}</ins></td>
                </tr>`
              : html`<tr><th scope="row">${words(name)}</th><td>${old}</td><td>${current}</td></tr>`
          })}
        </tbody>
      </table>
    </div>
  `
}

// The fields that a person can set, and those that only the history has. Everything else has no versions.
function comparedNames({ change, create }: RecordPages, before: Values, after: Values): string[] {
  const settable = { ...create?.body.shape, ...change?.body.shape }
  return Object.keys({ ...after, ...before }).filter((name) => {
    // A reference may have both a slug and an id. History has the id.
    if (name.endsWith('_slug') && name.replace(/_slug$/, '_id') in before) return false
    return name in settable || !isDeepStrictEqual(before[name], after[name])
  })
}

function shown({ schema }: RecordPages, name: string, value: unknown): Html {
  return display(name, value, name in schema.shape && traitsOf(schema, name).isChoice)
}
