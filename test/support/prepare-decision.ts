import type { AdminWorld } from './admin-world.ts'
import { sql } from './makers.ts'

const reason = 'Mistaken.'

/** What makes a decision on a record possible, by its collection and the last part of its address. */
const preparations: Record<string, (world: AdminWorld, id: number) => Promise<unknown>> = {
  'applications/restore': ({ admin }, id) => admin.confirm(`/admin/applications/${id}/archive`),
  'signals/resolve': (world, id) => sql(world, `update signals set status = 'open' where id = $1`, id),
  'tasks/done': (world, id) => sql(world, `update tasks set status = 'open' where id = $1`, id),
  'tasks/take-back': (world, id) =>
    sql(
      world,
      `insert into task_claims (task_id, credential, token_id, claimed_by, expires_at)
       values ($1, 'env:1', null, '{"type": "env_token", "id": "env:1", "name": "env:1"}', now() + interval '1 hour')`,
      id,
    ),
  'decisions/take-back': ({ admin }, id) =>
    admin.confirm(`/admin/decisions/${id}/outcome`, { outcome: 'partly' }),
  // Without an outcome, its form follows.
  'my-day/decisions/done': (world, id) =>
    sql(
      world,
      `update decisions set outcome = 'partly', judged_at = now(), judged_by = created_by where id = $1`,
      id,
    ),
  'users/block': (world, id) => sql(world, `update users set status = 'active' where id = $1`, id),
  'users/link': (world, id) => sql(world, `update users set status = 'active' where id = $1`, id),
  'users/unlink': (world, id) =>
    sql(
      world,
      `insert into openid_accounts (user_id, issuer, subject) values ($1, 'https://issuer.test', $2)`,
      id,
      String(id),
    ),
  'agents/switch-on': ({ admin }, id) => admin.confirm(`/admin/agents/${id}/switch-off`),
  'insights/restore': ({ admin }, id) => admin.confirm(`/admin/insights/${id}/retract`, { reason }),
  'economics/restore': ({ admin }, id) => admin.confirm(`/admin/economics/${id}/retract`, { reason }),
  'canon-rules/withdraw-approval': ({ admin }, id) => admin.confirm(`/admin/canon-rules/${id}/approve`),
  'canon-rules/approve': (world, id) =>
    sql(world, 'update canon_rules set approved_by = null where id = $1', id),
}

/** Makes a decision on a record possible. */
export async function prepareDecision(world: AdminWorld, decision: string, id: number): Promise<void> {
  await preparations[decision]?.(world, id)
}
