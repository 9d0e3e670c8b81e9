import type { FastifyRequest } from 'fastify'
import { referencesOf } from '../../../src/catalog/changed-values.ts'
import { readTitles } from '../../../src/catalog/record-titles.ts'
import type { RecordRef } from '../../../src/journal/history.ts'
import { changesAfter, differencesOf } from '../../../src/journal/record-versions.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { absent } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { shownVersion } from '../html/post-form.ts'
import { timestamp } from '../html/time.ts'
import { words } from '../html/words.ts'
import { personOf } from '../request/reply.ts'
import { changedValue, comparisonTable } from './changed-value.ts'

/**
 * Renders why a decision about a record was not carried out: what has changed since the version that the request names,
 * or that it names no version. `singular` is the kind of record, `fields` are those that matter. Default: all.
 */
export async function changedNotice(
  request: FastifyRequest,
  record: RecordRef,
  singular: string,
  fields?: readonly string[],
): Promise<Html> {
  const version = shownVersion(request)
  if (version === undefined) return rejection(unknownVersion(singular))
  return html`
    ${rejection(laterVersion(singular))} ${await differencesSince(request, record, version, fields)}
  `
}

/** Renders why a decision was not carried out. */
export function rejection(reason: string): Html {
  return html`<div class="error-summary" role="alert"><p>${reason}</p></div>`
}

/** Returns the reason for a request that names no version. */
export function unknownVersion(subject: string): string {
  return `Nothing was done, because the request does not say which version of the ${subject} it is about. Look at the present one, then decide.`
}

/** Returns the reason for a request about another version. */
export function laterVersion(subject: string): string {
  return `Nothing was done, because the ${subject} was changed after the page was opened. Compare the values, then decide again.`
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
      'What has changed',
      ['Shown', 'Now', 'Changed by'],
      differences.map(([name, { before, after, last }]) => ({
        name,
        values: [shown(name, before), shown(name, after)],
        note: html`${visibleName(last.actor)}, ${timestamp(last.created_at)}`,
      })),
    )
  // Such as a new password, whose value the history does not contain.
  const newest = entries.at(-1)
  return newest
    ? html`<p>${words(newest.event)} by ${visibleName(newest.actor)}, ${timestamp(newest.created_at)}.</p>`
    : null
}
