import { referencesOf } from '../../../../src/catalog/changed-values.ts'
import type { RecordReference } from '../../../../src/catalog/record-titles.ts'
import type { Changes } from '../../../../src/journal/history.ts'
import { type KindName, kinds } from '../../../../src/portfolio/kinds.ts'
import { type FieldConflict, presentKey } from '../../../../src/portfolio/proposal/conflicts.ts'
import type { ProposalState } from '../../../../src/portfolio/proposal/inbox.ts'
import { severities } from '../../../../src/portfolio/vocabulary.ts'
import { comparisonTable } from '../../history/changed-value.ts'
import { text } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { t } from '../../html/text.ts'
import { valueBadge } from '../../html/value.ts'
import { fieldLabel, labelled } from '../../html/words.ts'
import { actionLabel } from '../../parts/proposal.ts'
import { pagesOfType } from '../../records/index.ts'
import { kindName } from '../../records/kind-name.ts'
import { statusBadge } from './labels.ts'
import { operationsOf, type ProposedOperation } from './operations.ts'
import { type Context, proposedValue, recordTitle } from './proposed-value.ts'

/** Returns the records that the page of a proposal names by their title. */
export function namedRecords({ proposal, present, conflicts }: ProposalState): RecordReference[] {
  const operations = operationsOf(proposal)
  return operations.flatMap(({ target, similar = [], open_here = [] }, index) => {
    const { kind, id, changes, beside = [] } = target
    const now = present.get(presentKey(target)) ?? {}
    const current = Object.keys(changes).map((name) => [name, { from: now[name], to: now[name] }])
    const ofOperation = conflicts.filter(
      ({ field }) => operations.length === 1 || field.startsWith(`operations.${index}.`),
    )
    return [
      ...(id === null ? [] : [{ record_type: kind, record_id: id }]),
      ...referencesOf([
        ...[target, ...beside].map(({ kind, changes }) => ({ record_type: kind, changes })),
        { record_type: kind, changes: Object.fromEntries(current) },
        ...ofOperation.map(({ field, base, now }) => ({
          record_type: kind,
          changes: { [nameIn(field)]: { from: base, to: now } },
        })),
      ]),
      ...beside.flatMap(({ kind, id }) => (id === null ? [] : [{ record_type: kind, record_id: id }])),
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
    <h2 id="changes">${isBatch ? t('proposals.operations') : t('proposals.whatChanges')}</h2>
    ${operations.map(
      (operation, index) => html`
        ${isBatch ? html`<h3>${index + 1}. ${operation.label}: ${targetLink(operation.target, context)}</h3>` : null}
        ${operationPart(operation, state, context)} ${isBatch ? besideParts(operation, context) : null}
      `,
    )}
  </section>`
}

/** Renders the record that an operation would change as a link, or the title of a new one. */
function targetLink({ kind, id, title }: Written, context: Context): Html {
  if (id === null) return title
  return recordTitle({ record_type: kind, record_id: id }, context)
}

type Written = Omit<ProposedOperation['target'], 'beside'>

function operationPart(operation: ProposedOperation, state: ProposalState, context: Context): Html {
  const { target, label } = operation
  const now = target.id === null ? undefined : state.present.get(presentKey(target))
  return html`
    ${fieldTable(`${label}: ${target.title}`, target, state, context, now)}
    ${recordsBeside(operation, state, context)}
  `
}

/** Renders the other records that an operation writes, such as the tasks of a new decision. */
export function recordsBeside({ target }: ProposedOperation, state: ProposalState, context: Context): Html {
  return (target.beside ?? []).map((written) => besideTable(written, state, context))
}

/** Renders those of some fields that an operation writes. */
export function fieldsBeside(
  { target, label }: ProposedOperation,
  names: string[],
  state: ProposalState,
  context: Context,
): Html {
  const changes = Object.entries(target.changes).filter(([name]) => names.includes(name))
  if (changes.length === 0) return null
  const written = { ...target, changes: Object.fromEntries(changes) }
  return fieldTable(`${label}: ${target.title}`, written, state, context)
}

function besideTable(written: Written, state: ProposalState, context: Context): Html {
  const { kind, id } = written
  const label = actionLabel('', id === null ? 'create' : 'change', kind)
  return html`<div class="part-of">
    <h3>${label}: ${targetLink(written, context)}</h3>
    ${fieldTable(`${label}: ${written.title}`, written, state, context)}
  </div>`
}

function fieldTable(
  label: string,
  { kind, id, changes }: Written,
  state: ProposalState,
  context: Context,
  now?: Record<string, unknown>,
): Html {
  const isNew = id === null
  const show = (name: string, value: unknown) => proposedValue(kind, name, value, context)
  const isPending = state.proposal.status === 'pending'
  // Others may have changed the record after it was proposed, and again after the proposal ended.
  const isOver = now !== undefined && !isPending
  const rows = inFormOrder(kind, changes)
    .filter(([, { from, to }]) => !(from === null && text(to) === ''))
    .map(([name, { from, to }]) => ({
      name,
      values: [
        ...(isNew ? [] : [show(name, now && isPending ? now[name] : from)]),
        show(name, to),
        ...(isOver ? [show(name, now[name])] : []),
      ],
    }))
  if (rows.length === 0) return html`<p class="absent">${t('proposals.nothingChanges')}</p>`
  const proposed = t('proposals.proposed')
  if (isOver) return comparisonTable(label, [t('proposals.whenProposed'), proposed, t('proposals.now')], rows)
  const earlier = isPending ? t('proposals.now') : t('proposals.before')
  return comparisonTable(label, isNew ? [proposed] : [earlier, proposed], rows)
}

// The fields that no form has come last.
function inFormOrder(kind: KindName, changes: Changes): [string, Changes[string]][] {
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
    t('proposals.changedByOthers'),
    [t('proposals.whenProposed'), t('proposals.proposed'), t('proposals.now')],
    conflicts.map(({ field, base, proposed, now }) => {
      const index = Number(/^operations\.(\d+)\./.exec(field)?.[1] ?? 0)
      const name = nameIn(field)
      const kind = operations[index]?.target.kind ?? ''
      return {
        name: field,
        heading: state.proposal.action === 'batch' ? `${index + 1}. ${fieldLabel(name)}` : fieldLabel(name),
        values: [base, proposed, now].map((value) => proposedValue(kind, name, value, context)),
      }
    }),
  )
}

/** Renders what is like the new record, the unresolved signals of its place, and the warnings about it. */
export function besideParts(
  { similar = [], open_here = [], warnings = [] }: ProposedOperation,
  context: Context,
): Html {
  return html`
    ${warnings.map(({ message }) => html`<p class="caution">${labelled(message)}</p>`)}
    ${
      similar.length > 0 &&
      html`<div class="part-of">
        <h3>${t('proposals.similar')}</h3>
        <ul class="rules panel">
          ${similar.map(
            ({ kind, id, status, score }) => html`<li>
              ${recordTitle({ record_type: kind, record_id: id }, context)}${' '}
              <span class="muted">${t('proposals.alike', { kind: kindName(kind), percent: Math.round(score * 100) })}</span>
              ${status ? html` ${statusBadge(kind, status)}` : null}
            </li>`,
          )}
        </ul>
      </div>`
    }
    ${
      open_here.length > 0 &&
      html`<div class="part-of">
        <h3>${t('proposals.openHere')}</h3>
        <ul class="rules panel">
          ${open_here.map(({ id, severity }) => html`<li>${recordTitle({ record_type: 'signal', record_id: id }, context)} ${valueBadge(severities, severity)}</li>`)}
        </ul>
      </div>`
    }
  `
}

function nameIn(field: string): string {
  return field.split('.').at(-1) ?? field
}
