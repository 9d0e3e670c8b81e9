import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { addTokenWithoutSecret } from '../../access/token.ts'
import { slugOf } from '../../record/slug-of.ts'
import { kinds } from '../kinds.ts'
import { namesRecord } from '../operation.ts'
import { operations } from '../operations.ts'
import { runRequest } from '../proposal/operation.ts'
import type { OperationName } from '../records.ts'
import type { AgentProposal, AgentWrite, LaterWrite } from './agent-story.ts'
import { analyst } from './analyst.ts'
import { inThePast } from './past.ts'
import { addProposal, decide } from './proposals.ts'
import { support } from './support.ts'

/** Who works in the story of an agent, and the canon rules by their titles. */
type Cast = { agent: Actor; person: Actor; rules: Map<string, number> }

/** Counts an added record of a table. */
type Count = (table: string) => void

/**
 * Adds two agents with their work of 90 days: what they wrote, what they proposed, and what `person` did with it. No
 * request can use their tokens.
 */
export async function addAgents(
  em: EntityManager,
  { actor, person, rules }: Omit<Cast, 'agent'> & { actor: Actor },
  count: Count,
): Promise<void> {
  for (const { token, writes, proposals } of [analyst, support]) {
    const { id, name } = await addTokenWithoutSecret(em, actor, token)
    count('tokens')
    const by = { type: 'portfolio_token', id, name } as const
    const agent: Actor = { by, credential: `portfolio_token:${id}`, surface: 'mcp', request_id: null }
    for (const write of writes) await addWrite(em, { agent, person, rules }, write, count)
    for (const proposal of proposals) await propose(em, { agent, person, rules }, proposal, count)
  }
}

async function addWrite(
  em: EntityManager,
  cast: Cast,
  { ago, operation, product, body, later = [] }: AgentWrite,
  count: Count,
): Promise<void> {
  const input = { ...body, product_slug: slugOf(product, 'product') }
  const [written] = await inThePast(em, ago, (part) =>
    runRequest(part, cast.agent, { operation, key: null, body: input }),
  )
  countRecord(operation, count)
  for (const change of later) await changeLater(em, cast, String(written?.record.id), change, count)
}

async function changeLater(
  em: EntityManager,
  { agent, person, rules }: Cast,
  key: string,
  { ago, by, operation, body, heldBy }: LaterWrite,
  count: Count,
): Promise<void> {
  const rule = heldBy === undefined ? undefined : rules.get(heldBy)
  if (heldBy !== undefined && rule !== undefined) {
    await addProposal(em, agent, { ago, operation, key, body, rules: [{ id: rule, title: heldBy }] })
    return count('proposals')
  }
  const actor = by === 'agent' ? agent : person
  await inThePast(em, ago, (part) => runRequest(part, actor, { operation, key, body }))
}

async function propose(
  em: EntityManager,
  cast: Cast,
  { operation, product, body, fate, ...proposal }: AgentProposal,
  count: Count,
): Promise<void> {
  const slug = slugOf(product, 'product')
  const request = namesRecord(operations[operation])
    ? { operation, key: slug, body }
    : { operation, body: { ...body, product_slug: slug } }
  const id = await addProposal(em, cast.agent, { ...proposal, ...request })
  count('proposals')
  if (!fate) return
  const edited =
    fate.status === 'applied' && fate.edited ? { edited: { ...request.body, ...fate.edited } } : {}
  await decide(em, cast, id, { ...fate, ...edited })
  if (fate.status === 'applied') countRecord(operation, count)
}

function countRecord(operation: OperationName, count: Count): void {
  const { action, kind } = operations[operation]
  if (action === 'create') count(kinds[kind].table)
}
