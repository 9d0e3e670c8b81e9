import type { FastifyRequest } from 'fastify'
import { referencesOf } from '../../../src/catalog/changed-values.ts'
import { readTitles } from '../../../src/catalog/record-titles.ts'
import { historyEvents } from '../../../src/journal/events.ts'
import type { RecordRef } from '../../../src/journal/history.ts'
import type { HistoryEntry } from '../../../src/journal/record-history.ts'
import { changesAfter, differencesOf } from '../../../src/journal/record-versions.ts'
import { phrase } from '../../../src/language/phrase.ts'
import type { Message } from '../../../src/record/fault.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { absent } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { shownVersion } from '../html/post-form.ts'
import { rich, t } from '../html/text.ts'
import { timestamp } from '../html/time.ts'
import { valueLabel } from '../html/value.ts'
import { personOf } from '../request/reply.ts'
import { changedLabel, changedValue, comparisonTable } from './changed-value.ts'

/**
 * Renders why a decision about a record was not carried out: what has changed since the version that the request names,
 * or that it names no version. `fields` are those that matter. Default: all.
 */
export async function changedNotice(
  request: FastifyRequest,
  record: RecordRef,
  fields?: readonly string[],
): Promise<Html> {
  const version = shownVersion(request)
  if (version === undefined) return rejection(unknownVersion)
  return html`
    ${rejection(laterVersion)} ${await differencesSince(request, record, version, fields)}
  `
}

/** Renders why a decision was not carried out. */
export function rejection(reason: Message): Html {
  return html`<div class="error-summary" role="alert"><p>${reason}</p></div>`
}

const unknownVersion = phrase('history.unknownVersion')

/** Why a request about another version was not carried out. */
export const laterVersion = phrase('history.laterVersion')

/** Renders who made a change, and when. */
export function byAt({ actor, created_at }: Pick<HistoryEntry, 'actor' | 'created_at'>): Html {
  return rich('history.byAt', { author: visibleName(actor), time: timestamp(created_at) })
}

// Each field with the value that the page showed, the present one, and who changed it last.
async function differencesSince(
  request: FastifyRequest,
  record: RecordRef,
  version: number,
  fields: readonly string[] | undefined,
): Promise<Html> {
  const { read } = request.server
  const { record_type } = record
  const entries = await changesAfter(read, record, version)
  const titles = await readTitles(read, referencesOf(entries.map((entry) => ({ ...entry, record_type }))))
  const shown = (name: string, value: unknown) =>
    changedValue(record_type, name, value, personOf(request), titles) || absent
  const differences = [...differencesOf(entries)].filter(([name]) => fields?.includes(name) ?? true)
  if (differences.length > 0)
    return comparisonTable(
      t('history.whatChanged'),
      [t('history.shown'), t('history.now'), t('history.changedBy')],
      differences.map(([name, { before, after, last }]) => ({
        name,
        heading: changedLabel(record_type, name),
        values: [shown(name, before), shown(name, after)],
        note: byAt(last),
      })),
    )
  // Such as a new password, whose value the history does not contain.
  const newest = entries.at(-1)
  return newest
    ? html`<p>${rich('history.eventByAt', {
        event: valueLabel(historyEvents, newest.event),
        author: visibleName(newest.actor),
        time: timestamp(newest.created_at),
      })}</p>`
    : null
}
