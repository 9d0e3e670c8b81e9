import { isDeepStrictEqual } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordsIn } from '../../../src/catalog/changed-values.ts'
import { readTitles } from '../../../src/catalog/record-titles.ts'
import { historyEvents } from '../../../src/journal/events.ts'
import { type HistoryEntry, listHistory } from '../../../src/journal/record-history.ts'
import { recordVersions } from '../../../src/journal/record-versions.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { display, keyOf } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { t } from '../html/text.ts'
import { timeText } from '../html/time.ts'
import { valueLabel } from '../html/value.ts'
import { fieldLabel } from '../html/words.ts'
import { recordAddress } from '../record/address.ts'
import { enumerationOfField } from '../record/field-traits.ts'
import { linksAbove, titleOf } from '../record/links.ts'
import type { RecordPages } from '../record/record.ts'
import { rowById, storedValues } from '../record/row.ts'
import { parseId } from '../request/path.ts'
import { personOf, sendPage } from '../request/reply.ts'
import { changedValue } from './changed-value.ts'

const now = 'now'
const offeredVersions = 100

type Values = Record<string, unknown>
type ShowValue = (name: string, value: unknown) => Html
type Version = { id: string; label: string; values: Values }

/** Shows two versions of a record side by side: after the change `from`, and after the change `to` or now. */
export async function compareVersions(request: FastifyRequest, reply: FastifyReply, pages: RecordPages) {
  const { read, config } = request.server
  const zone = config.TIME_ZONE
  const { from, to = now } = request.query as { from?: unknown; to?: unknown }
  const ids = [parseId(from), ...(to === now ? [] : [parseId(to)])]
  const row = await rowById(request, pages)
  const record = { record_type: pages.historyType, record_id: row.id }
  const current = storedValues(row)
  const [versions, offered] = await Promise.all([
    recordVersions(read, record, current, ids),
    listHistory(read, record, { per_page: offeredVersions, with_total: false }),
  ])
  const [before, after = { id: now, label: t('history.now'), values: current }] = versions.map(
    ({ entry, values }) => ({
      id: String(entry.id),
      label: labelOf(entry, zone),
      values,
    }),
  ) as [Version, Version?]
  const show = await valueRenderer(request, pages, [before.values, after.values])
  const title = t('history.versionsOf', { title: titleOf(pages, row) })
  const address = recordAddress(pages.collection, row.id)
  const content = () => html`
    <h1>${title}</h1>
    ${choice(`${address}/compare`, offered.rows, zone, before.id, after.id)} ${comparison(pages, before, after, show)}
  `
  return sendPage(request, reply, { title, content, above: linksAbove(pages, row) })
}

function labelOf({ event, actor, created_at }: HistoryEntry, zone: string): string {
  return t('history.versionLabel', {
    time: timeText(created_at, 'minute', zone),
    event: valueLabel(historyEvents, event).toLowerCase(),
    author: visibleName(actor),
  })
}

function choice(action: string, entries: HistoryEntry[], zone: string, from: string, to: string): Html {
  const options = entries.map((entry) => ({ id: String(entry.id), label: labelOf(entry, zone) }))
  const select = (name: string, label: string, chosen: string, offered: typeof options) => html`
    <div class="field">
      <label for=${`version-${name}`}>${label}</label>
      <select id=${`version-${name}`} name=${name}>
        ${offered.map((option) => html`<option value=${option.id} selected=${option.id === chosen}>${option.label}</option>`)}
      </select>
    </div>
  `
  return html`
    <form class="filters versions-choice" method="get" action=${action}>
      ${select('from', t('history.version'), from, options)}
      ${select('to', t('history.comparedWith'), to, [{ id: now, label: t('history.now') }, ...options])}
      <div class="buttons"><button>${t('history.compare')}</button></div>
    </form>
  `
}

function comparison(pages: RecordPages, before: Version, after: Version, show: ShowValue): Html {
  const names = comparedNames(pages, before.values, after.values)
  const changed = new Set(
    names.filter((name) => !isDeepStrictEqual(before.values[name] ?? null, after.values[name] ?? null)),
  )
  return html`
    <p class="summary">${changed.size === 0 ? t('history.noFieldDiffers') : t('history.fieldsDiffer', { count: changed.size })}</p>
    <div class="table" tabindex="0" role="region" aria-label=${t('history.comparison')}>
      <table class="versions">
        <thead>
          <tr>
            <th scope="col">${t('history.field')}</th>
            <th scope="col">${before.label}</th>
            <th scope="col">${after.label}</th>
          </tr>
        </thead>
        <tbody>
          ${names.map((name) => {
            const [old, current] = [before, after].map(({ values }) => show(name, values[name]))
            return changed.has(name)
              ? html`<tr class="changed">
                  <th scope="row">${fieldLabel(name, pages.schema)} <span class="badge warn">${t('history.changed')}</span></th>
                  <td><del>${old}</del></td>
                  <td><ins>${current}</ins></td>
                </tr>`
              : html`<tr><th scope="row">${fieldLabel(name, pages.schema)}</th><td>${old}</td><td>${current}</td></tr>`
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

// Returns a function that renders the values of both versions. A reference is shown by the title of its record.
async function valueRenderer(
  request: FastifyRequest,
  { historyType, schema }: RecordPages,
  versions: Values[],
): Promise<ShowValue> {
  const person = personOf(request)
  const references = versions.flatMap((values) =>
    Object.entries(values).flatMap(([name, value]) => recordsIn(historyType, name, value)),
  )
  const keys = versions.flatMap((values) =>
    Object.entries(values).flatMap(([name, value]) => keyOf(name, value) ?? []),
  )
  const titles = await readTitles(request.server.read, [...references, ...keys])
  return (name, value) =>
    recordsIn(historyType, name, value).length > 0
      ? changedValue(historyType, name, value, person, titles)
      : display(name, value, enumerationOfField(schema, name), { person, titles })
}
