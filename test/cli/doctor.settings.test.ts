import { expect, it } from 'vitest'
import { query } from '../support/rows.ts'
import { ownDatabase } from './cli.ts'
import { runHere } from './here.ts'

it('names the settings that an upgrade or a restore would lose', async () => {
  const url = await ownDatabase()
  const name = new URL(url).pathname.slice(1)
  await query(url, `alter database "${name}" set work_mem = '5MB'`)
  await query(url, `alter role current_user in database "${name}" set seq_page_cost = '1.5'`)
  const { code, out } = await runHere({ DATABASE_URL: url }, 'doctor')
  expect(code).toBe(0)
  expect(out).toMatch(
    /^ok +settings: these are stored in the .* after an upgrade or a restore: (.*, )?seq_page_cost, (.*, )?work_mem$/m,
  )
})

it('says whether autovacuum runs, which needs the counts of changed rows', async () => {
  const url = await ownDatabase()
  const [server] = await query(url, 'show autovacuum')
  const says = async () =>
    (await runHere({ DATABASE_URL: url }, 'doctor')).out.match(/^ok +autovacuum: (.*)$/m)?.[1]
  expect((await says()) === 'runs').toBe(server?.autovacuum === 'on')
  await query(url, `alter database "${new URL(url).pathname.slice(1)}" set track_counts = off`)
  expect(await says()).toMatch(/^does not run, .* Set autovacuum and track_counts to on\.$/)
})
