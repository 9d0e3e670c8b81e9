import type { Person } from '../../../../src/access/person.ts'
import { referenceOf, referencesOf } from '../../../../src/catalog/changed-values.ts'
import { type RecordTitles, recordKey } from '../../../../src/catalog/record-titles.ts'
import type { Changes, RecordRef } from '../../../../src/journal/history.ts'
import { kinds } from '../../../../src/portfolio/kinds.ts'
import { type FieldConflict, presentKey } from '../../../../src/portfolio/proposal/conflicts.ts'
import type { ProposalState } from '../../../../src/portfolio/proposal/inbox.ts'
import type { Target } from '../../../../src/portfolio/proposal/proposal.ts'
import { changedValue } from '../../history/changed-value.ts'
import { comparisonTable } from '../../history/comparison-table.ts'
import { absent, badge, text } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { words } from '../../html/words.ts'
import { titleLink } from '../../record/record-link.ts'
import { pagesOfType } from '../../records/index.ts'
import { operationsOf, type ProposedOperation } from './operations.ts'

type Evidence = { type: string; id: number }
type Context = { person: Person; titles: RecordTitles }

/** Returns the records that the page of a proposal names by their title. */
export function namedRecords({ proposal, present, conflicts }: ProposalState): RecordRef[] {
  const operations = operationsOf(proposal)
  return operations.flatMap(({ target, similar = [], open_here = [] }, index) => {
    const { kind, id, changes } = target
    const now = present.get(presentKey(target)) ?? {}
    const current = Object.keys(changes).map((name) => [name, { from: now[name], to: now[name] }])
    const ofOperation = conflicts.filter(
      ({ field }) => operations.length === 1 || field.startsWith(`operations.${index}.`),
    )
    return [
      ...(id === null ? [] : [{ record_type: kind, record_id: id }]),
      ...referencesOf([
        { record_type: kind, changes },
        { record_type: kind, changes: Object.fromEntries(current) },
        ...ofOperation.map(({ field, base, now }) => ({
          record_type: kind,
          changes: { [nameIn(field)]: { from: base, to: now } },
        })),
      ]),
      ...Object.values(changes).flatMap(({ from, to }) => [...evidenceIn(from), ...evidenceIn(to)]),
      ...similar.map(({ kind, id }) => ({ record_type: kind, record_id: id })),
      ...open_here.map(({ id }) => ({ record_type: 'signal', record_id: id })),
    ]
  })
}

/** Renders what a proposal would change: each field now and proposed. */
export function changesPart(state: ProposalState, context: Context): Html {
  const operations = operationsOf(state.proposal)
  const isBatch = state.proposal.action === 'batch'
  return html`<section class="part" aria-labelledby="changes">
    <h2 id="changes">${isBatch ? 'Operations' : 'What changes'}</h2>
    ${operations.map(
      (operation, index) => html`
        ${isBatch ? html`<h3>${index + 1}. ${operation.label}: ${targetLink(operation, context)}</h3>` : null}
        ${fieldTable(operation, state, context)} ${isBatch ? besideParts(operation, context) : null}
      `,
    )}
  </section>`
}

/** Renders the record that an operation would change as a link, or the title of a new one. */
function targetLink({ target: { kind, id, title } }: ProposedOperation, { titles }: Context): Html {
  if (id === null) return title
  const record = { record_type: kind, record_id: id }
  return titleLink(record, titles.get(recordKey(record)))
}

function fieldTable(operation: ProposedOperation, state: ProposalState, context: Context): Html {
  const { target, record } = operation
  const now = target.id === null ? undefined : state.present.get(presentKey(target))
  const isNew = target.id === null
  const fields = inFormOrder(target).filter(([, { from, to }]) => !(from === null && text(to) === ''))
  const show = (name: string, value: unknown) => shown(target.kind, name, value, context)
  const tasks = (isNew ? (record.tasks ?? []) : []) as { title: string }[]
  const rows = fields.map(([name, { from, to }]) => ({
    name,
    values: [...(isNew ? [] : [show(name, now ? now[name] : from)]), show(name, to)],
  }))
  if (tasks.length > 0)
    rows.push({
      name: 'tasks',
      values: [html`<ul>${tasks.map(({ title }) => html`<li>${title}</li>`)}</ul>`],
    })
  if (rows.length === 0) return html`<p class="absent">Nothing would change.</p>`
  const before = state.proposal.status === 'pending' ? 'Now' : 'Before'
  return comparisonTable(
    `${operation.label}: ${target.title}`,
    isNew ? ['Proposed'] : [before, 'Proposed'],
    rows,
  )
}

// The fields that no form has come last.
function inFormOrder({ kind, changes }: Target): [string, Changes[string]][] {
  const pages = pagesOfType(kind)
  const order = Object.keys((pages?.create ?? pages?.change)?.body.shape ?? {})
  const rank = (name: string) =>
    kinds[kind].title === name ? -1 : order.indexOf(name) === -1 ? order.length : order.indexOf(name)
  return Object.entries(changes).toSorted(([one], [other]) => rank(one) - rank(other))
}

/** Renders the fields that others have changed since, with their three values. */
export function conflictTable(state: ProposalState, conflicts: FieldConflict[], context: Context): Html {
  const operations = operationsOf(state.proposal)
  return comparisonTable(
    'Fields that others have changed',
    ['When proposed', 'Proposed', 'Now'],
    conflicts.map(({ field, base, proposed, now }) => {
      const index = Number(/^operations\.(\d+)\./.exec(field)?.[1] ?? 0)
      const name = nameIn(field)
      const kind = operations[index]?.target.kind ?? ''
      return {
        name: field,
        heading: state.proposal.action === 'batch' ? `${index + 1}. ${words(name)}` : words(name),
        values: [base, proposed, now].map((value) => shown(kind, name, value, context)),
      }
    }),
  )
}

/** Renders what is like the new record, the unresolved signals of its place, and the warnings about it. */
export function besideParts(
  { similar = [], open_here = [], warnings = [] }: ProposedOperation,
  { titles }: Context,
): Html {
  const title = (record: RecordRef) => titleLink(record, titles.get(recordKey(record)))
  return html`
    ${warnings.map(({ message }) => html`<p class="caution">${message}</p>`)}
    ${
      similar.length > 0 &&
      html`<div class="part-of">
        <h3>Similar records</h3>
        <ul class="rules panel">
          ${similar.map(
            ({ kind, id, status, score }) => html`<li>
              ${title({ record_type: kind, record_id: id })}${' '}
              <span class="muted">${words(kind)}, ${Math.round(score * 100)} % alike</span>
              ${status ? html` ${badge(status)}` : null}
            </li>`,
          )}
        </ul>
      </div>`
    }
    ${
      open_here.length > 0 &&
      html`<div class="part-of">
        <h3>Unresolved signals of the same place</h3>
        <ul class="rules panel">
          ${open_here.map(({ id, severity }) => html`<li>${title({ record_type: 'signal', record_id: id })} ${badge(severity)}</li>`)}
        </ul>
      </div>`
    }
  `
}

function shown(kind: string, name: string, value: unknown, { person, titles }: Context): Html {
  const evidence = evidenceIn(value)
  const record = referenceOf(kind, name, value)
  // A record that an earlier operation of the batch would create has no id yet.
  if (record && !titles.has(recordKey(record))) return `New ${words(record.record_type).toLowerCase()}`
  if (evidence.length === 0) return changedValue(kind, name, value, person, titles) || absent
  return html`<ul>
    ${evidence.map((record) => html`<li>${words(record.record_type)} ${titleLink(record, titles.get(recordKey(record)))}</li>`)}
  </ul>`
}

// The only field that is a list of records.
function evidenceIn(value: unknown): RecordRef[] {
  if (!Array.isArray(value)) return []
  return value
    .filter((item): item is Evidence => typeof item?.type === 'string' && typeof item.id === 'number')
    .map(({ type, id }) => ({ record_type: type, record_id: id }))
}

function nameIn(field: string): string {
  return field.split('.').at(-1) ?? field
}
