import type { Actor } from '../src/access/actor.ts'
import { readTimeline } from '../src/catalog/timeline/read.ts'
import type { Database } from '../src/database/open.ts'
import { transact } from '../src/database/transaction.ts'
import { importKinds } from '../src/portfolio/import/import-kinds.ts'
import { mappingByName } from '../src/portfolio/import/mapping.ts'
import { previewImport } from '../src/portfolio/import/preview.ts'
import { mapStagedImport, runImport, stageImport } from '../src/portfolio/import/stage.ts'
import { readMovements } from '../src/portfolio/keyword-position/movements.ts'
import {
  type KeywordPosition,
  KeywordPositionQuery,
  listKeywordPositions,
} from '../src/portfolio/keyword-position/read.ts'
import { encodeDayCursor } from '../src/record/list/day-cursor.ts'
import { daysFromToday } from '../src/record/rules/day.ts'
import { validate } from '../src/record/validation/validate.ts'
import { medianOf, type Rounds } from './support/compare.ts'
import { benchDatabase } from './support/database.ts'
import { positionsFile, seedApps, seedPositions } from './support/market-data.ts'

const stored = { usual: 500_000, full: 5_000_000 }
const lines = 50_000
const targets = { importSeconds: 10, importMegabytes: 150, pageMs: 30 }

const by = { type: 'user', id: 1, name: 'bench' } as const
const actor: Actor = { by, credential: 'bench', surface: 'admin', request_id: null }

/** Measures the import of 50,000 lines into many keyword positions, their list, their movement and their timeline. */
export async function marketBench({ rounds, full }: Rounds & { full?: boolean }): Promise<void> {
  const { database, pool, close } = await benchDatabase()
  try {
    await seedApps(pool)
    await seedPositions(pool, full ? stored.full : stored.usual)
    await measureImport(database)
    await pool.query('analyze keyword_positions')
    await measureReads(database, rounds)
  } finally {
    await close()
  }
}

async function measureImport({ orm }: Database): Promise<void> {
  const inBulk = <T>(callback: Parameters<typeof transact<T>>[1]) =>
    transact(orm, callback, { timeLimit: 'bulk' })
  for (const [name, date] of [
    ['import', daysFromToday(1)],
    ['import again', daysFromToday(1)],
    ['next day', daysFromToday(2)],
  ] as const) {
    const content = positionsFile(lines, date)
    const { id, columns } = await inBulk((em) =>
      stageImport(em, actor, { kind: 'keyword-positions', file_name: 'positions.csv', content }),
    )
    const mapping = mappingByName(importKinds['keyword-positions'], columns.names, {})
    await inBulk((em) => mapStagedImport(em, actor, id, mapping))
    const preview = await measured(() => previewImport(orm, actor, id))
    const run = await measured(() => inBulk((em) => runImport(em, actor, id)))
    const { created, unchanged } = run.result
    console.log(
      `  ${name.padEnd(16)} ${created} created, ${unchanged} unchanged: preview ${preview.seconds.toFixed(1)} s, ` +
        `import ${run.seconds.toFixed(1)} s (target ${targets.importSeconds}), ` +
        `${Math.max(preview.megabytes, run.megabytes).toFixed(0)} MB more memory (target ${targets.importMegabytes})`,
    )
  }
}

async function measured<T>(run: () => Promise<T>) {
  global.gc?.()
  const [start, before] = [performance.now(), process.memoryUsage.rss()]
  let highest = before
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss())
  }, 20)
  const result = await run()
  clearInterval(timer)
  return { result, seconds: (performance.now() - start) / 1000, megabytes: (highest - before) / 1024 / 1024 }
}

async function measureReads({ read }: Database, rounds: number): Promise<void> {
  const deepest = await read<KeywordPosition>({
    text: 'select date, id from keyword_positions order by date, id offset 60 limit 1',
    values: [],
  })
  const list = (query: object) => () => listKeywordPositions(read, validate(KeywordPositionQuery, query))
  const timeline = (days: number) =>
    readTimeline(read, { product_id: 8, to: daysFromToday(0), days, zone: 'UTC' })
  const reads = {
    'page 1': list({}),
    'deepest page': list({ cursor: deepest[0] && encodeDayCursor(deepest[0]) }),
    app: list({ app_slug: 'app-7' }),
    keyword: list({ keyword: 'Keyword 7' }),
    country: list({ country: 'CY', date_to: daysFromToday(-3) }),
    search: list({ search: 'word 24' }),
    'search nothing': list({ search: 'nothing' }),
    'sort by position': list({ sort: 'position' }),
    'sort by app': list({ sort: 'app_slug' }),
    'sort by keyword': list({ sort: 'keyword' }),
    movement: () => readMovements(read, {}),
    'movement of an app': () => readMovements(read, { app_slug: 'app-7' }),
    'timeline of a product': () => timeline(90),
    'timeline of a year': () => timeline(365),
  }
  for (const [name, run] of Object.entries(reads)) {
    const times: number[] = []
    for (let round = 0; round < 4 * rounds; round++) {
      const start = performance.now()
      await run()
      times.push(performance.now() - start)
    }
    // A sort without an index reads the entire table.
    const target = name.startsWith('sort by') ? '' : ` (target ${targets.pageMs})`
    console.log(`  ${name.padEnd(18)} ${medianOf(times).toFixed(1)} ms${target}`)
  }
}
