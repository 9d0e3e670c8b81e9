import type { FastifyReply, FastifyRequest } from 'fastify'
import { listUndone } from '../../../src/catalog/week/writes.ts'
import type { Read } from '../../../src/database/read.ts'
import { ActivityQuery, listActivity, readChange } from '../../../src/journal/activity.ts'
import { findRequestOfChange } from '../../../src/journal/request-log/changes-of-request.ts'
import { phrase } from '../../../src/language/phrase.ts'
import { listSavedFilters } from '../../../src/people/saved-filter.ts'
import { kindNames } from '../../../src/portfolio/kinds.ts'
import { Fault } from '../../../src/record/fault.ts'
import { safeValidate } from '../../../src/record/validation/validate.ts'
import type { Server } from '../../server/server.ts'
import { labelledErrors } from '../form/labelled-errors.ts'
import { changesByDay } from '../history/history.ts'
import { html } from '../html/html.ts'
import { t } from '../html/text.ts'
import { chipNames } from '../list/chip-names.ts'
import { chipsOf, filterLine } from '../list/filter-line.ts'
import { listTitle } from '../list/list.ts'
import { withLocalDays, withoutEmptyParameters } from '../list/list-request.ts'
import { presets, saveForm } from '../list/presets.ts'
import { trailLinks, trailOf } from '../list/trail.ts'
import { listAddress, recordAddress } from '../record/address.ts'
import { hiddenFrom } from '../record/hidden-from.ts'
import { kindName } from '../records/kind-name.ts'
import { pathId } from '../request/path.ts'
import { personOf, redirect, sendPage } from '../request/reply.ts'
import { adminActor } from '../request/write.ts'
import { controlsFor, ownPresets } from './activity-filters.ts'
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
  const { entity } = filters
  const names = {
    ...(await chipNames(read, filters, entity, person)),
    // The control lists only the kinds of records that the person sees.
    ...(entity && { entity: kindName(entity) }),
  }
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
