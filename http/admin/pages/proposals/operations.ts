import type { z } from 'zod'
import { messageOf } from '../../../../src/language/stored-phrase.ts'
import { answerKeys, type KindName } from '../../../../src/portfolio/kinds.ts'
import type { InboxProposal } from '../../../../src/portfolio/proposal/inbox.ts'
import type { Target } from '../../../../src/portfolio/proposal/proposal.ts'
import type { OpenSignal, SimilarRecord } from '../../../../src/portfolio/similar/record.ts'
import type { Warning } from '../../../../src/record/warning.ts'
import { formControls } from '../../form/controls.ts'
import { actionLabel } from '../../parts/proposal.ts'
import type { FormValues, RecordPages } from '../../record/record.ts'
import { pagesOfType } from '../../records/index.ts'

type Values = Record<string, unknown>

/** What the answer to a write says beside its record. */
type Beside = { similar?: SimilarRecord[]; open_here?: OpenSignal[]; warnings?: Warning[] }
type Phrases = InboxProposal['phrases']

/** One write of a proposal: the only one, or one of a batch. */
export type ProposedOperation = Beside & {
  label: string
  target: Target
  body: Values
  /** The record as it would be. */
  record: Values
}

/** Returns the writes of a proposal, in their order. */
export function operationsOf({
  operation,
  action,
  body,
  targets,
  preview,
  phrases,
}: InboxProposal): ProposedOperation[] {
  if (action !== 'batch')
    return targets.map((target) => describe(operation, target, body, preview as Values & Beside, phrases))
  const sent = (body.operations ?? []) as { operation: string; body?: Values }[]
  const results = (preview.results ?? []) as (Values & Beside)[]
  return targets.map((target, index) => {
    const { operation = '', body = {} } = sent[index] ?? {}
    return describe(operation, target, body, results[index] ?? {}, phrases)
  })
}

/** Returns the titles of the records that a batch would create, by the names that stand for their ids. */
export function createdTitles({ body, targets }: InboxProposal): Map<unknown, string> {
  const sent = (body.operations ?? []) as { ref?: string }[]
  return new Map(
    targets.flatMap(({ title }, index) => {
      const ref = sent[index]?.ref
      return [[`operations.${index}`, title], ...(ref === undefined ? [] : [[`ref:${ref}`, title]])] as [
        string,
        string,
      ][]
    }),
  )
}

function describe(
  operation: string,
  target: Target,
  body: Values,
  answer: Values & Beside,
  phrases: Phrases,
): ProposedOperation {
  const { similar, open_here, warnings } = answer
  const isNew = /^(create|record)_/.test(operation)
  return {
    label: actionLabel(operation, isNew ? 'create' : 'change', target.kind),
    target,
    body,
    record: (answer[answerKeys(target.kind as KindName).one] ?? {}) as Values,
    ...(similar && { similar }),
    ...(open_here && { open_here }),
    ...(warnings && { warnings: warnings.map((warning) => withPhrase(warning, phrases)) }),
  }
}

// An older proposal has the English of its warnings only.
function withPhrase({ field, message }: Warning, phrases: Phrases): Warning {
  const english = String(message)
  const stored = Object.hasOwn(phrases, english) ? phrases[english] : undefined
  return { field, message: messageOf(stored ?? english) }
}

/** The form in which a person edits a proposal: that of the record, and the id of a record that it changes. */
export type EditableForm = { pages: RecordPages; body: z.ZodObject; changedId: number | undefined }

/** Returns the form of a proposal. Undefined for a batch, and for a write without input. */
export function editableForm({ operation, action, targets }: InboxProposal): EditableForm | undefined {
  const [target] = targets
  const pages = target && action !== 'batch' ? pagesOfType(target.kind) : undefined
  if (!target || !pages) return undefined
  if (action === 'create') return pages.create && { pages, body: pages.create.body, changedId: undefined }
  if (operation.startsWith('change_'))
    return pages.change && target.id !== null
      ? { pages, body: pages.change.body, changedId: target.id }
      : undefined
  const ofAction = pages.actions?.find(({ path }) => operation.startsWith(`${path}_`))
  return ofAction?.body && { pages, body: ofAction.body, changedId: undefined }
}

/** Returns the proposed values as the form of the record names them: a reference has one control. */
export function proposedValues(proposal: InboxProposal, body: z.ZodObject): FormValues {
  const names = controlNames(body)
  const [only] = operationsOf(proposal)
  return Object.fromEntries(
    Object.entries(proposal.body).flatMap(([name, value]) => {
      const slug = slugOf(name)
      if (names.has(name)) return [[name, value]]
      return names.has(slug) ? [[slug, only?.record[slug]]] : []
    }),
  )
}

/** Returns the proposed values that the form has no control for, such as the tasks of a decision. */
export function withoutControl(proposal: InboxProposal, body: z.ZodObject): FormValues {
  const names = controlNames(body)
  return Object.fromEntries(
    Object.entries(proposal.body).filter(([name]) => !names.has(name) && !names.has(slugOf(name))),
  )
}

function controlNames(body: z.ZodObject): Set<string> {
  return new Set(formControls(body).map(({ name }) => name))
}

function slugOf(name: string): string {
  return name.replace(/_id$/, '_slug')
}
