import type pg from 'pg'
import { type Actor, systemActor } from '../src/access/actor.ts'
import { readTimeline } from '../src/catalog/timeline/read.ts'
import { undoWindow } from '../src/catalog/undo/undo-window.ts'
import type { Database } from '../src/database/open.ts'
import { transact } from '../src/database/transaction.ts'
import { ActivityQuery, listActivity } from '../src/journal/activity.ts'
import { importKinds } from '../src/portfolio/import/import-kinds.ts'
import { mappingByName } from '../src/portfolio/import/mapping.ts'
import { previewImport } from '../src/portfolio/import/preview.ts'
import { mapStagedImport, readStagedImport, runImport, stageImport } from '../src/portfolio/import/stage.ts'
import { readMovements } from '../src/portfolio/keyword-position/movements.ts'
import {
  type KeywordPosition,
  KeywordPositionQuery,
  listKeywordPositions,
} from '../src/portfolio/keyword-position/read.ts'
import { encodeDayCursor } from '../src/record/list/cursor.ts'
import { daysFromToday } from '../src/record/rules/day.ts'
import { validate } from '../src/record/validation/validate.ts'
import { medianOf, type Rounds } from './support/compare.ts'
import { benchDatabase } from './support/database.ts'

const stored = { usual: 500_000, full: 5_000_000 }
const lines = 50_000
const targets = { importSeconds: 10, importMegabytes: 150, pageMs: 30 }

const by = { type: 'user', id: 1, name: 'bench' } as const
const actor: Actor = { by, credential: 'bench', surface: 'admin', request_id: null }

/** Measures the import of 50,000 lines into many keyword positions, its undo, their list, movement and timeline. */
export async function marketBench({ rounds, full }: Rounds & { full?: boolean }): Promise<void> {
  const { database, pool, close } = await benchDatabase()
  try {
    await seedApps(pool)
    await seedPositions(pool, full ? stored.full : stored.usual)
    await measureImport(database)
    await measureUndo(database)
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

// The newest import is undone in the same run, so its time is a share of the time of an import.
async function measureUndo({ orm, read }: Database): Promise<void> {
  const inBulk = <T>(callback: Parameters<typeof transact<T>>[1], dryRun = false) =>
    measured(() => transact(orm, callback, { timeLimit: 'bulk', dryRun }))
  const content = positionsFile(lines, daysFromToday(3))
  const file = { kind: 'keyword-positions', file_name: 'positions.csv', content } as const
  const { result: staged } = await inBulk((em) => stageImport(em, actor, file))
  const mapping = mappingByName(importKinds['keyword-positions'], staged.columns.names, {})
  await inBulk((em) => mapStagedImport(em, actor, staged.id, mapping))
  const run = await inBulk((em) => runImport(em, actor, staged.id))
  const { imported_at } = await readStagedImport(read, actor, staged.id)
  const time = { since: String(imported_at), until: String(imported_at) }
  const window = { actor: `${by.type}:${by.id}`, ...time }
  const preview = await inBulk((em) => undoWindow(em, systemActor, window), true)
  const { hash } = preview.result
  const undo = await inBulk((em) => undoWindow(em, systemActor, window, { hash, mode: 'all' }))
  const page = await measured(() => listActivity(read, validate(ActivityQuery, { actor: window.actor })))
  console.log(
    `  undo of an import of ${run.result.created} lines: preview ${(preview.seconds / run.seconds).toFixed(2)}, ` +
      `undo ${(undo.seconds / run.seconds).toFixed(2)} of its ${run.seconds.toFixed(1)} s (target 1), ` +
      `${Math.max(preview.megabytes, undo.megabytes).toFixed(0)} MB more memory (target ${targets.importMegabytes}), ` +
      `activity ${(page.seconds * 1000).toFixed(1)} ms`,
  )
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
    readTimeline(read, { product_id: 8, today: daysFromToday(0), days, zone: 'UTC' })
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

const author = `'{"type": "system", "id": null, "name": "bench"}'::jsonb`
const apps = 100

/** Creates 100 apps of 20 products. */
export async function seedApps(pool: pg.Pool): Promise<void> {
  await pool.query(`
    insert into products (slug, direction_id, name, created_by, updated_by)
    select 'product-' || n, 1 + n % 6, 'Product ' || n, ${author}, ${author} from generate_series(1, 20) as n;
    insert into apps (slug, product_id, name, platform, product_binding_status, created_by, updated_by)
    select 'app-' || n, 1 + n % 20, 'App ' || n, (array['Android', 'iOS'])[1 + n % 2], 'confirmed', ${author}, ${author}
    from generate_series(1, ${apps}) as n;
    analyze`)
}

/** Creates `rows` keyword positions: 25 keywords in 4 countries for each app and day, from yesterday backwards. */
export async function seedPositions(pool: pg.Pool, rows: number): Promise<void> {
  const client = await pool.connect()
  try {
    // Skips the checks of foreign keys, which would take most of the time.
    await client.query('set session_replication_role = replica')
    await client.query(`
      insert into keyword_positions (app_id, keyword, country, platform, position, date, created_by, updated_by)
      select 1 + n % ${apps}, 'keyword ' || n / ${apps} % 25, (array['DE', 'FR', 'US', 'CY'])[1 + n / ${25 * apps} % 4],
        'iOS', nullif(n::bigint * 7919 % 1001, 0), current_date - 1 - n / ${100 * apps}, ${author}, ${author}
      from generate_series(0, ${rows} - 1) as n`)
    await client.query('reset session_replication_role')
    await client.query('vacuum analyze keyword_positions')
  } finally {
    client.release()
  }
}

/** Returns a CSV file with `lines` keyword positions that are not stored yet, or all of another day. */
export function positionsFile(lines: number, date: string): Buffer {
  const rows = Array.from({ length: lines }, (_, n) => {
    const [app, keyword] = [1 + (n % apps), Math.floor(n / apps)]
    return `app-${app};imported keyword ${keyword};DE;${n % 7 === 0 ? '' : 1 + (n % 1000)};${date}`
  })
  return Buffer.from(`\uFEFFapp_slug;keyword;country;position;date\r\n${rows.join('\r\n')}\r\n`)
}
