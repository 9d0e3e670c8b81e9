import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, it } from 'vitest'
import { transact } from '../../../../src/database/transaction.ts'
import { importKinds } from '../../../../src/portfolio/import/import-kinds.ts'
import { mappingByName } from '../../../../src/portfolio/import/mapping.ts'
import { previewImport } from '../../../../src/portfolio/import/preview.ts'
import { mapStagedImport, maxImportBytes, stageImport } from '../../../../src/portfolio/import/stage.ts'
import { operator } from '../../../support/people.ts'
import { makeWorld } from '../../../support/world.ts'

const kind = 'keyword-positions'
const header = `App,Keyword,Country${',x'.repeat(1990)}\n`

it('reads and previews 20 MB of commas without blocking the process or filling its memory', async () => {
  const { database } = await makeWorld()
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
  const file = { kind, file_name: 'a.csv', content, labels: { app_slug: 'App' } } as const
  const staged = await transact(database.orm, (em) => stageImport(em, operator, file), { timeLimit: 'bulk' })
  const mapping = mappingByName(importKinds[kind], staged.columns.names, file.labels)
  await transact(database.orm, (em) => mapStagedImport(em, staged.id, mapping))
  const preview = await previewImport(database.orm, operator, staged.id)
  clearInterval(timer)
  delay.disable()
  expect(preview).toMatchObject({ lines: staged.lines, rejected: staged.lines })
  expect(staged.lines).toBeGreaterThan(10_000)
  // Each slice takes some 10 ms, but other processes may run in between.
  expect(delay.max / 1e6).toBeLessThan(1000)
  expect((highest - before) / 1e6).toBeLessThan(200)
})
