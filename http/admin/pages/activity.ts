import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Person } from '../../../src/access/person.ts'
import { recordCatalog } from '../../../src/catalog/record-catalog.ts'
import { listUndone } from '../../../src/catalog/week/writes.ts'
import type { Read } from '../../../src/database/read.ts'
import { ActivityQuery, activityParts, listActivity, readChange } from '../../../src/journal/activity.ts'
import { findRequestOfChange } from '../../../src/journal/request-log/changes-of-request.ts'
import { phrase } from '../../../src/language/phrase.ts'
import { listSavedFilters } from '../../../src/people/saved-filter.ts'
import { kindNames } from '../../../src/portfolio/kinds.ts'
import { Fault } from '../../../src/record/fault.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import { safeValidate } from '../../../src/record/validation/validate.ts'
import type { Server } from '../../server/server.ts'
import { type Control, controlsOf } from '../form/controls.ts'
import { labelledErrors } from '../form/labelled-errors.ts'
import { surfaceLabels } from '../history/change-item.ts'
import { changesByDay } from '../history/history.ts'
import { html } from '../html/html.ts'
import { t } from '../html/text.ts'
import { valueLabel } from '../html/value.ts'
import { fieldLabel, words } from '../html/words.ts'
import { chipNames } from '../list/chip-names.ts'
import { chipsOf, filterLine } from '../list/filter-line.ts'
import { listTitle } from '../list/list.ts'
import { withLocalDays, withoutEmptyParameters } from '../list/list-request.ts'
import { presets, saveForm } from '../list/presets.ts'
import { trailLinks, trailOf } from '../list/trail.ts'
import { listAddress, recordAddress } from '../record/address.ts'
import { hiddenFrom } from '../record/hidden-from.ts'
import { recordText } from '../record/record-text.ts'
import { pagesOfType } from '../records/index.ts'
import { pathId } from '../request/path.ts'
import { personOf, redirect, sendPage } from '../request/reply.ts'
import { adminActor } from '../request/write.ts'
import { undoLink } from './undo/window.ts'

const collection = 'activity'
const address = listAddress(collection)
const filterNames = [
  'actor',
  'surface',
  'entity',
  'only',
  'since',
  'until',
  'undone_from',
  'undone_to',
  'record_id',
  'set',
  'per_page',
  'cursor',
]

/** Registers the activity: the changes of all records with their authors. */
export function activityPage(app: Server): void {
  app.get('/activity', showActivity)
  app.get('/activity/:id/request', showRequestOfChange)
}

async function showActivity(request: FastifyRequest, reply: FastifyReply) {
  const shorter = withoutEmptyParameters(request)
  if (shorter) return redirect(reply, shorter)
  const query = request.query as Record<string, unknown>
  const sent = sentFilters(query)
  const person = personOf(request)
  const { readReplica: read, config } = request.server
  const zone = config.TIME_ZONE
  const { data, errors = {} } = safeValidate(ActivityQuery, withLocalDays(sent, zone))
  const { entries, next_cursor } = data
    ? await listActivity(read, data, {
        hidden: hiddenFrom(person),
        direct: kindNames,
        undone: await undoneIn(read, data),
      })
    : { entries: [], next_cursor: null }
  const [feed, undo, saved] = await Promise.all([
    changesByDay(read, entries, person, zone),
    data && entries.length > 0 && data.undone_from === undefined ? undoLink(request, data, sent) : null,
    listSavedFilters(request.server.read, adminActor(request), collection),
  ])
  const { cursor: _, ...filters } = sent
  const names = await chipNames(read, filters, filters.entity, person)
  const controls = controlsFor(person, filters)
  const messages = labelledErrors(errors, controls)
  const title = t('layout.activity')
  const content = (csrf: string) => html`
    ${listTitle(title, t('activity.about'))}
    ${filterLine({
      action: address,
      presets: presets({ collection, presets: ownPresets(zone, filters), saved, filters, person }),
      controls,
      values: filters,
      errors: messages,
      chips: chipsOf(controls, { ...filters, ...names }, address, person, filters),
      more: saveForm({ collection, filters, person, csrf }),
    })}
    ${undo}
    ${entries.length === 0 ? html`<p class="empty">${t(data ? 'activity.noMatch' : 'activity.correctFilters')}</p>` : feed}
    <nav class="pager" aria-label=${t('activity.pages')}>
      ${trailLinks(trailOf(query), next_cursor ?? undefined, (position) => addressWith({ ...filters, ...position }))}
    </nav>
  `
  return sendPage(request, reply, { title, content }, data ? 200 : 422)
}

// The entries that the filters by what was undone select.
async function undoneIn(read: Read, { undone_from: start, undone_to }: ActivityQuery) {
  if (start === undefined || undone_to === undefined) return undefined
  return listUndone(read, { start, end: new Date(Date.parse(undone_to) + 1).toISOString() })
}

function sentFilters(query: Record<string, unknown>): Record<string, string> {
  const given = Object.entries(query).filter(
    ([name, value]) => filterNames.includes(name) && typeof value === 'string' && value !== '',
  )
  return Object.fromEntries(given) as Record<string, string>
}

function addressWith(filters: Record<string, string>): string {
  return `${address}?${new URLSearchParams(filters)}`
}

// The last hour of one actor can be undone together.
function ownPresets(zone: string, { actor }: Record<string, string>) {
  return [
    { label: t('activity.everyone'), query: {} },
    { label: t('activity.people'), query: { actor: 'user' } },
    { label: t('activity.agents'), query: { actor: 'portfolio_token' } },
    { label: t('llmKey.list'), query: { actor: 'llm_key' } },
    { label: t('activity.bots'), query: { actor: 'bot' } },
    { label: t('myDay.today'), query: { since: todayIn(zone) } },
    { label: t('activity.lastHour'), query: { ...(actor && { actor }), since: hourAgo() } },
  ] as { label: string; query: Record<string, string> }[]
}

function hourAgo(): string {
  return new Date(Date.now() - 3_600_000).toISOString()
}

function controlsFor(
  person: Person,
  { since = '', until = '', record_id, set }: Record<string, string>,
): Control[] {
  const hidden = hiddenFrom(person)
  const types = [...recordCatalog.keys()].filter((type) => !hidden.includes(type))
  const optional = { required: false } as const
  const id = (name: string, label: string) => ({ ...optional, name, label, kind: 'integer' }) as const
  return [
    {
      ...optional,
      name: 'actor',
      label: t('activity.who'),
      kind: 'text',
      help: helpOf('actor'),
    },
    {
      ...optional,
      name: 'surface',
      label: fieldLabel('surface'),
      kind: 'choice',
      options: Object.entries(surfaceLabels).map(([value, label]) => ({ value, label })),
    },
    {
      ...optional,
      name: 'entity',
      label: t('activity.record'),
      kind: 'choice',
      options: types.map((value) => ({ value, label: kindLabel(value) })),
    },
    ...(record_id === undefined ? [] : [id('record_id', fieldLabel('id'))]),
    ...(set === undefined ? [] : [id('set', t('activity.together'))]),
    {
      ...optional,
      name: 'only',
      label: fieldLabel('only'),
      kind: 'choice',
      help: helpOf('only'),
      options: Object.keys(activityParts).map((value) => ({
        value,
        label: valueLabel(activityParts, value),
      })),
    },
    // A date field cannot show a timestamp.
    { ...optional, name: 'since', label: fieldLabel('since'), kind: since.length > 10 ? 'text' : 'date' },
    { ...optional, name: 'until', label: fieldLabel('until'), kind: until.length > 10 ? 'text' : 'date' },
    {
      ...optional,
      name: 'undone_from',
      label: fieldLabel('undone_from'),
      kind: 'date',
      help: helpOf('undone_from'),
    },
    {
      ...optional,
      name: 'undone_to',
      label: fieldLabel('undone_to'),
      kind: 'date',
      help: helpOf('undone_to'),
    },
  ]
}

function helpOf(name: string) {
  return controlsOf(ActivityQuery).find((control) => control.name === name)?.help
}

function kindLabel(type: string): string {
  const pages = pagesOfType(type)
  return pages ? recordText(pages, 'name') : words(type)
}

async function showRequestOfChange(request: FastifyRequest, reply: FastifyReply) {
  const id = pathId(request)
  try {
    await readChange(request.server.readReplica, id, hiddenFrom(personOf(request)))
    const request_id = await findRequestOfChange(request.server.readReplica, id)
    return redirect(reply, recordAddress('api-request-logs', request_id))
  } catch (error) {
    if (!(error instanceof Fault && error.code === 'not_found')) throw error
    throw new Fault('not_found', phrase('activity.requestExpired'))
  }
}
