import { expect, it } from 'vitest'
import { query } from '../support/cluster.ts'
import { ownDatabase } from './cli.ts'
import { runHere } from './here.ts'

it('makes doctor fail for a guard that fails while it runs, with the page that corrects it', async () => {
  const DATABASE_URL = await ownDatabase()
  await query(
    DATABASE_URL,
    `insert into canon_rules (title, rule_type, body, status, approved_by, guard_when, guard_effect, guard_failed_at,
        guard_failure, created_by, updated_by)
      select 'Freeze', 'freeze-policy', 'Freeze.', 'active', created_by, 'after.severity < 3', 'warn', now(),
        'no such overload', created_by, created_by from directions limit 1`,
  )
  const { code, out } = await runHere({ DATABASE_URL }, 'doctor')
  expect(code).toBe(1)
  expect(out).toMatch(
    /^fail +guards: the guard of the canon rule "Freeze" fails: no such overload\. Correct it at \/admin\/\S+\.$/m,
  )
})
