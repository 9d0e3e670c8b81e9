import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { runInSavepoint } from '../../database/transaction.ts'
import { type Verdict, verdictOf } from '../../journal/verdict.ts'
import { answerKeys } from '../kinds.ts'
import { operations } from '../operations.ts'
import { approveProposal, askForChanges, rejectProposal, withdrawProposal } from '../proposal/decide.ts'
import { markExpired } from '../proposal/expire.ts'
import { runRequest } from '../proposal/operation.ts'
import { propose } from '../proposal/propose.ts'
import type { OperationName } from '../records.ts'
import type { Fate } from './agent-story.ts'
import { inThePast } from './past.ts'

const proposalDays = 14

/** A request of an agent that becomes a proposal, `ago` days ago. `key` names the record that it changes. */
export type ProposedRequest = {
  ago: number
  operation: OperationName
  key?: string | null
  body: Record<string, unknown>
  reason?: string
  rules?: Verdict['rules']
}

/** Adds a proposal as it was made in the past: its write is run and rolled back, and what it saved is proposed. */
export async function addProposal(
  em: EntityManager,
  agent: Actor,
  { ago, operation, key = null, body, reason, rules = [] }: ProposedRequest,
): Promise<number> {
  const { method, path, kind } = operations[operation]
  const request = {
    operation,
    method,
    path: `/api/portfolio${path.replace(/\{\w+\}/, String(key))}`,
    key,
    body,
  }
  const { saved } = verdictOf(em)
  const before = saved.length
  const [result] = await rolledBack(em, (part) => runRequest(part, agent, request))
  if (!result) throw new Error(`The operation ${operation} of the demo data wrote nothing.`)
  const { record, operation: _, kind: __, status, ref: ___, ...beside } = result
  const { id, ...unstored } = record
  const held = {
    request,
    verdict: { rules, saved: saved.slice(before) },
    records: [{ kind, id }],
    preview: { [answerKeys(kind).one]: status === 201 ? unstored : record, ...beside },
  }
  const { proposal } = await inThePast(em, ago, (part) =>
    propose(part, { ...agent, reason }, held, proposalDays),
  )
  return proposal.id
}

class RolledBack<T> extends Error {
  readonly result: T

  constructor(result: T) {
    super('The write is proposed instead.')
    this.result = result
  }
}

async function rolledBack<T>(em: EntityManager, write: (part: EntityManager) => Promise<T>): Promise<T> {
  try {
    return await runInSavepoint(em, async (part) => {
      throw new RolledBack(await write(part))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result
    throw error
  }
}

/** Has a proposal decided, withdrawn or expired as its story says. */
export async function decide(
  em: EntityManager,
  { agent, person }: { agent: Actor; person: Actor },
  id: number,
  fate: Fate,
): Promise<void> {
  if (fate.status === 'expired') await endPeriod(em, id, fate.ago)
  await inThePast(em, fate.ago, async (part) => {
    switch (fate.status) {
      case 'applied':
        return approveProposal(part, person, id, undefined, fate.edited)
      case 'rejected':
        return rejectProposal(part, person, id, fate.note)
      case 'changes_wanted':
        return askForChanges(part, person, id, fate.note)
      case 'withdrawn':
        return withdrawProposal(part, agent, id)
      case 'expired':
        return markExpired(part, agent.credential)
    }
  })
}

// Otherwise a new proposal would expire in two weeks.
async function endPeriod(em: EntityManager, id: number, ago: number): Promise<void> {
  await sql`update proposals set expires_at = now() - ${ago}::float8 * interval '1 day' where id = ${id}`.execute(
    em.getKysely(),
  )
}
