import { expect, it } from 'vitest'
import { query } from '../support/cluster.ts'
import { ownDatabase, run } from './cli.ts'

it('names the settings that an upgrade or a restore would lose', async () => {
  const url = await ownDatabase()
  const name = new URL(url).pathname.slice(1)
  await query(url, `alter database "${name}" set work_mem = '5MB'`)
  await query(url, `alter role current_user in database "${name}" set seq_page_cost = '1.5'`)
  const { code, out } = await run({ DATABASE_URL: url }, 'doctor')
  expect(code).toBe(0)
  expect(out).toMatch(
    /^ok +settings: stored in the .* after an upgrade or a restore: (.*, )?seq_page_cost, work_mem$/m,
  )
})
