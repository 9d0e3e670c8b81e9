import { monitorEventLoopDelay } from 'node:perf_hooks'
import { beforeAll, expect, it } from 'vitest'
import { transact } from '../../../../src/database/transaction.ts'
import { importKinds } from '../../../../src/portfolio/import/import-kinds.ts'
import { mappingByName } from '../../../../src/portfolio/import/mapping.ts'
import { previewImport } from '../../../../src/portfolio/import/preview.ts'
import { mapStagedImport, maxImportBytes, stageImport } from '../../../../src/portfolio/import/stage.ts'
import { faultOf } from '../../../support/market.ts'
import { operator } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let database: World['database']
beforeAll(async () => {
  database = (await makeWorld()).database
})

const kind = 'keyword-positions'
const header = `App,Keyword,Country${',x'.repeat(1990)}\n`

it('rejects a million lines of one cell with their number within seconds', async () => {
  const content = Buffer.from(`${header}${'a\n'.repeat(1_000_000)}`)
  const start = performance.now()
  const { errors } = await faultOf(
    transact(database.orm, (em) => stageImport(em, operator, { kind, file_name: 'a.csv', content }), {
      timeLimit: 'bulk',
    }),
  )
  expect(errors?.file?.[0]).toMatch(/^The file has 1,000,000 lines\. /)
  expect(performance.now() - start).toBeLessThan(10_000)
})

it('reads and previews 20 MB of commas without blocking the process or filling its memory', async () => {
  const line = `a${','.repeat(1992)}\n`
  const content = Buffer.from(
    header + line.repeat(Math.floor((maxImportBytes - header.length) / line.length)),
  )
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const before = process.memoryUsage().heapUsed
  let highest = before
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().heapUsed)
  }, 20)
  const labels = { app_slug: ['App'] }
  const file = { kind, file_name: 'a.csv', content, labels } as const
  const staged = await transact(database.orm, (em) => stageImport(em, operator, file), { timeLimit: 'bulk' })
  const mapping = mappingByName(importKinds[kind], staged.columns.names, file.labels)
  await transact(database.orm, (em) => mapStagedImport(em, operator, staged.id, mapping))
  const preview = await previewImport(database.orm, operator, staged.id)
  clearInterval(timer)
  delay.disable()
  expect(preview).toMatchObject({ lines: staged.lines, rejected: staged.lines })
  expect(staged.lines).toBeGreaterThan(10_000)
  // Each slice takes some 10 ms, but other processes may run in between.
  expect(delay.max / 1e6).toBeLessThan(1000)
  expect((highest - before) / 1e6).toBeLessThan(200)
})
