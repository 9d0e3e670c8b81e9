import { sql } from './makers.ts'
import type { World } from './world.ts'

type Outcome = { status?: string | undefined; kind?: string | undefined; edited?: boolean | undefined }

/** Stores proposals of a token by SQL, for tests that only count them. */
export async function storeProposals(
  world: World,
  { id }: { id: number },
  count: number,
  { status = 'applied', kind = 'signal', edited = false }: Outcome = {},
): Promise<void> {
  await sql(
    world,
    `insert into proposals (created_by, updated_by, credential, title, operation, method, path, kind, action, body, digest,
      targets, preview, status, expires_at, decided_at, edited, decision_note)
    select jsonb_build_object('type', 'portfolio_token', 'id', $1::int, 'name', 'agent'), '{"type":"system","id":null,"name":"system"}',
      'portfolio_token:' || $1::int, 'Slow', 'record_signal', 'POST', '/signals', $4, 'create', '{}', gen_random_uuid()::text,
      '[]', '{}', $3, now() + interval '1 day', case when $3 not in ('pending', 'changes_wanted') then now() end, $5, 'Why?'
    from generate_series(1, $2::int)`,
    id,
    count,
    status,
    kind,
    edited,
  )
}
