import type { KindName } from '../../../../src/portfolio/kinds.ts'
import { answerKeys } from '../../../../src/portfolio/kinds.ts'
import type { InboxProposal } from '../../../../src/portfolio/proposal/inbox.ts'
import type { Target } from '../../../../src/portfolio/proposal/proposal.ts'
import type { OpenSignal } from '../../../../src/portfolio/similar/open-here.ts'
import type { SimilarRecord } from '../../../../src/portfolio/similar/record.ts'
import type { Warning } from '../../../../src/record/warning.ts'
import { actionLabel } from '../../parts/proposal.ts'

type Values = Record<string, unknown>

/** What the answer to a write says beside its record. */
type Beside = { similar?: SimilarRecord[]; open_here?: OpenSignal[]; warnings?: Warning[] }

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
}: InboxProposal): ProposedOperation[] {
  if (action !== 'batch')
    return targets.map((target) => describe(operation, target, body, preview as Values & Beside))
  const sent = (body.operations ?? []) as { operation: string; body?: Values }[]
  const results = (preview.results ?? []) as (Values & Beside)[]
  return targets.map((target, index) => {
    const { operation = '', body = {} } = sent[index] ?? {}
    return describe(operation, target, body, results[index] ?? {})
  })
}

function describe(
  operation: string,
  target: Target,
  body: Values,
  answer: Values & Beside,
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
    ...(warnings && { warnings }),
  }
}
