import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { Timestamp } from '../../record/base-fields.ts'
import { timestampText } from '../../record/column.ts'
import { Provenance } from '../../record/provenance.ts'

/** Who works on a task, in an answer. */
export const Claim = z
  .object({
    by: Provenance.describe('The agent that works on the task'),
    claimed_at: Timestamp,
    expires_at: Timestamp.describe('When the claim ends, unless the agent writes to the task before'),
  })
  .describe('Who works on the task')
export type Claim = z.output<typeof Claim>

/** The condition that a row of `task_claims` with the alias `claim` is a claim: neither its time nor its token has ended. */
export const isLive = sql<boolean>`(claim.expires_at > now() and (claim.token_id is null or exists (
  select from tokens where tokens.id = claim.token_id and tokens.revoked_at is null
    and (tokens.expires_at is null or tokens.expires_at > now()))))`

const claimJson = sql<Claim>`json_build_object('by', claim.claimed_by,
  'claimed_at', ${timestampText('claim.claimed_at')}, 'expires_at', ${timestampText('claim.expires_at')})`

/** The time at which the agent with the token `token_id` claimed the task `record`. Null if it does not work on it. */
export const claimedByToken = sql<string | null>`(select claim.claimed_at from task_claims as claim
  where claim.task_id = record.id and claim.token_id = ${param('token_id')}::bigint and ${isLive})`

/** The claims of tasks, by the id of the task. */
export async function readClaims(read: Read, ids: readonly number[]): Promise<Map<number, Claim>> {
  if (ids.length === 0) return new Map()
  const rows = await read(selectClaims({ ids: [...new Set(ids)] }))
  return new Map(rows.map(({ task_id, claim }) => [task_id, claim]))
}

const selectClaims = statement(
  'task_claims.of_tasks',
  { ids: [7, 8] },
  () => sql<{ task_id: number; claim: Claim }>`
    select claim.task_id, ${claimJson} as claim from task_claims as claim
    where claim.task_id = any(${param('ids')}::bigint[]) and ${isLive}`,
)

/** The claim of the task `record`, as a JSON object or null. */
export const claimOfTask = sql<Claim | null>`(
  select ${claimJson} from task_claims as claim where claim.task_id = record.id and ${isLive})`

/** Condition: the task `record` can be claimed by the agent with the token `me`. */
export function isClaimable(me: ReturnType<typeof sql>) {
  return sql<boolean>`(record.status in ('open', 'in-progress')
    and (record.delegate_token_id is null or record.delegate_token_id = ${me})
    and not exists (select from task_claims as claim where claim.task_id = record.id and ${isLive}))`
}
