import type { Person } from '../../../src/access/person.ts'
import { authorId, mayChangeOwned } from '../../../src/access/policy.ts'
import { personIn } from '../../../src/access/user.ts'
import { recordCatalog } from '../../../src/catalog/record-catalog.ts'
import { type RecordTitles, recordKey } from '../../../src/catalog/record-titles.ts'
import { undoActionOf } from '../../../src/catalog/undo/undo-entry.ts'
import type { ActivityEntry } from '../../../src/journal/activity.ts'
import { historyEvents } from '../../../src/journal/events.ts'
import type { Changes, RecordRef } from '../../../src/journal/history.ts'
import type { HistoryEntry } from '../../../src/journal/record-history.ts'
import { type Phrase, phrase } from '../../../src/language/phrase.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import type { Provenance } from '../../../src/record/provenance.ts'
import { ellipsize } from '../../../src/record/rules/truncate.ts'
import { text } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { localized, rich, t } from '../html/text.ts'
import { timestamp } from '../html/time.ts'
import { valueLabel } from '../html/value.ts'
import { listAddress, recordAddress } from '../record/address.ts'
import { hiddenFrom } from '../record/hidden-from.ts'
import { titleLink } from '../record/record-link.ts'
import { changedLabel, changedValue } from './changed-value.ts'

// Their names say what they are.
const named: Provenance['type'][] = ['user', 'system']
const maxShownLength = 120
const shownFields = 6

type Entry = HistoryEntry & { record_type: string }
type Changed = Pick<Entry, 'record_type' | 'changes'>

/** The label of each surface. */
export const surfaceLabels: Record<HistoryEntry['surface'], Phrase> = {
  http: phrase('history.http'),
  mcp: phrase('history.mcp'),
  admin: phrase('history.admin'),
  cli: phrase('history.cli'),
}

/**
 * Renders one change with its author, its time, and the old and new values. `titles` are the titles of the
 * records that the values refer to. `lead` stands first, such as the tick of a row. `subject` names the record on a page about several records; `links` are added at
 * the end.
 */
export function changeItem(
  entry: Entry,
  person: Person,
  titles: RecordTitles,
  { lead, subject, links }: { lead?: Html; subject?: Html; links?: Html } = {},
): Html {
  const { id, event, actor, token, approved_by, reason, surface, request_id, created_at } = entry
  const isLogged = request_id !== null && (surface === 'http' || surface === 'mcp')
  const undo = undoLabel(entry, person)
  return html`<li id=${`change-${id}`} data-row=${lead ? '' : undefined}>
    <p>
      ${lead}${' '}
      ${rich('history.entry', {
        event: valueLabel(historyEvents, event),
        named: subject ? 'yes' : 'no',
        subject,
        author: actorLink(actor),
        kindShown: named.includes(actor.type) ? 'no' : 'yes',
        kind: localized(actorKinds[actor.type]),
        withToken: token ? 'yes' : 'no',
        token: token && visibleName(token),
        approved: approved_by ? 'yes' : 'no',
        approver: approved_by && actorLink(approved_by),
        strong: (part) => html`<strong>${part}</strong>`,
        light,
      })}
    </p>
    ${reasonLine(reason)}
    <div>${changeList(entry, person, titles)}</div>
    <p class="meta">
      ${timestamp(created_at, 'second')} <span>${surfaceLabels[surface]}</span>
      ${isLogged ? html`<a href=${`${recordAddress('activity', id)}/request`}>${t('history.request')}</a>` : null}
      ${links}
      ${undo ? html`<a class="button small" href=${`${recordAddress('activity', id)}/revert`}>${undo}</a>` : null}
    </p>
  </li>`
}

/** Renders what stands between the parts of a sentence about a change, which are links and names. */
export const light = (part: Html) => html`<span class="absent">${part}</span>`

/** Renders the name of an actor, with a link to the changes by it. */
export function actorLink(actor: Provenance): Html {
  return html`<a href=${actorAddress(actor)}>${visibleName(actor)}</a>`
}

/** Renders the reason of a change, if it has one. */
export function reasonLine(reason: string | null): Html {
  return reason && html`<p class="reason">${rich('history.reason', { reason, light })}</p>`
}

/** Renders the fields of a change with their old and new values. */
export function changeList(entry: Changed, person: Person, titles: RecordTitles): Html {
  const { changes } = entry
  const show = (name: string, value: unknown) =>
    isOtherSpelling(name, changes[name], titles) ? text(value) : shown(entry, name, value, person, titles)
  const fields = Object.entries(changes)
    // A new record may begin with an empty list.
    .filter(([, { from, to }]) => !(from === null && text(to) === ''))
    .map(
      ([name, { from, to }]) => html`<li>
        <span class="name">${changedLabel(entry.record_type, name)}</span>${' '}
        ${text(from) === '' ? null : html`<del>${show(name, from)}</del> <span aria-hidden="true">→</span> `}<ins>${text(to) === '' ? t('history.nothing') : show(name, to)}</ins>
      </li>`,
    )
  if (fields.length === 0) return null
  const more = fields.slice(shownFields)
  return html`
    <ul class="changes">${fields.slice(0, shownFields)}</ul>
    ${
      more.length === 0
        ? null
        : html`<details>
            <summary>${t('history.moreFields', { count: more.length })}</summary>
            <ul class="changes">${more}</ul>
          </details>`
    }
  `
}

// Returns whether the old and the new text name one user, such as the name and the email.
function isOtherSpelling(name: string, change: Changes[string] | undefined, titles: RecordTitles): boolean {
  const [from, to] = [change?.from, change?.to].map((value) => {
    const named = personIn(name, value)
    return named && titles.get(recordKey(named))?.id
  })
  return from !== undefined && from === to
}

function shown(
  { record_type }: Changed,
  name: string,
  value: unknown,
  person: Person,
  titles: RecordTitles,
): Html {
  const label = changedValue(record_type, name, value, person, titles)
  return typeof label === 'string' ? ellipsize(label, maxShownLength) : label
}

/** Renders the title of a record with a link to it. The title of one whose row was deleted is in its deletion. */
export function recordTitle(record: RecordRef & { changes: Changes }, titles: RecordTitles): Html {
  const found = titles.get(recordKey(record))
  const name = recordCatalog.get(record.record_type)?.title ?? ''
  const { from, to } = record.changes[name] ?? { from: null, to: null }
  const last = from ?? to
  return found || typeof last !== 'string'
    ? titleLink(record, found)
    : rich('history.deletedTitle', { title: last, light })
}

type Undoable = Pick<ActivityEntry, 'record_type' | 'event' | 'changes' | 'actor' | 'created_at'>

/** Returns whether the person may revert a change: an admin every change, a manager the own ones. */
export function mayRevert({ record_type, actor }: Undoable, person: Person): boolean {
  return mayChangeOwned(person, authorId(actor)) && !hiddenFrom(person).includes(record_type)
}

/** Returns the name of the button that undoes a change. Undefined if the person may not undo it, or if it cannot be undone. */
function undoLabel(entry: Undoable, person: Person): string | undefined {
  const action = mayRevert(entry, person) ? undoActionOf(entry) : undefined
  return action === 'restore' ? t('history.restore') : action && t('history.revert')
}

/** The label of each type of actor. */
export const actorKinds: Record<Provenance['type'], Phrase> = {
  user: phrase('history.user'),
  portfolio_token: phrase('history.portfolioToken'),
  llm_key: phrase('history.llmKey'),
  env_token: phrase('history.envToken'),
  bot: phrase('history.bot'),
  system: phrase('history.system'),
}

/** Returns the address of the changes by an actor: all of them, or those that other filters select too. */
export function actorAddress(
  { type, id }: Pick<Provenance, 'type' | 'id'>,
  filters: { since?: string; until?: string; cursor?: string } = {},
): string {
  return listAddress('activity', { actor: actorFilter({ type, id }), ...filters })
}

/** Returns the value of the filter that selects the changes by an actor. */
export function actorFilter({ type, id }: Pick<Provenance, 'type' | 'id'>): string {
  return id === null ? type : `${type}:${id}`
}
