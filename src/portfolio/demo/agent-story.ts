import type { StoredToken } from '../../access/token.ts'
import type { OperationName } from '../records.ts'

type Body = Record<string, unknown>

/** A later change of a record that an agent wrote. `heldBy`: the title of the rule whose guard makes it a proposal. */
export type LaterWrite = {
  ago: number
  by: 'agent' | 'person'
  operation: OperationName
  body: Body
  heldBy?: string
}

/** A record about a product that an agent wrote directly, and its later changes. */
export type AgentWrite = {
  ago: number
  operation: OperationName
  product: string
  body: Body
  later?: LaterWrite[]
}

/** What became of a proposal, and how many days ago. */
export type Fate =
  | { ago: number; status: 'applied'; edited?: Body }
  | { ago: number; status: 'rejected' | 'changes_wanted'; note: string }
  | { ago: number; status: 'withdrawn' | 'expired' }

/** A proposal about a product. Without `fate` it waits. */
export type AgentProposal = {
  ago: number
  operation: OperationName
  product: string
  body: Body
  reason: string
  fate?: Fate
}

/** A demo agent with its work. */
export type AgentStory = {
  token: Pick<StoredToken, 'name' | 'abilities' | 'direct'>
  writes: AgentWrite[]
  proposals: AgentProposal[]
}
