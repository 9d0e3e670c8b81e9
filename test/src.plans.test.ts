import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { z } from 'zod'
import type { Read } from '../src/database/read.ts'
import type { Statement } from '../src/database/statement.ts'
import { sessionSettings } from '../src/database/time-limits.ts'
import { ActivityQuery, listActivity } from '../src/journal/activity.ts'
import { listUnseenNotes, unseenNotesAbout } from '../src/journal/note/mention.ts'
import { listRequests, RequestQuery } from '../src/journal/request-log/list-requests.ts'
import type { NewRequestRow } from '../src/journal/request-log/request-row.ts'
import { listSetChanges } from '../src/journal/set-changes.ts'
import { ApplicationQuery, listApplications } from '../src/operations/application/read.ts'
import { ClickComparisonQuery, compareClicks } from '../src/operations/click/explore.ts'
import { ClickQuery, listClicks } from '../src/operations/click/read.ts'
import { PortfolioChangeQuery, readPortfolioChanges } from '../src/portfolio/changes.ts'
import { DecisionQuery, listDecisions } from '../src/portfolio/decision/read.ts'
import { mostUrgentFirst } from '../src/portfolio/list/order.ts'
import { listSignals, SignalQuery } from '../src/portfolio/signal/read.ts'
import { SummaryQuery } from '../src/portfolio/summary/scope.ts'
import { readTrends } from '../src/portfolio/summary/trends.ts'
import { readBoard } from '../src/portfolio/task/board.ts'
import { listTasks, TaskQuery } from '../src/portfolio/task/read.ts'
import { encodeTimeCursor } from '../src/record/list/cursor.ts'
import { validate } from '../src/record/validation/validate.ts'
import { makeProduct } from './support/makers.ts'
import { insertOf } from './support/request-log.ts'
import { makeWorld, type World } from './support/world.ts'

let world: World
let client: pg.Client
beforeAll(async () => {
  world = await makeWorld()
  client = new pg.Client({ connectionString: world.url, ...sessionSettings })
  await client.connect()
  // The tables are small, so PostgreSQL would read them entirely.
  await client.query(
    'set enable_seqscan = off; set enable_sort = off; set plan_cache_mode = force_generic_plan',
  )
})
afterAll(() => client.end())

/** Returns the query of a list in the web interface that is not sorted by a column. */
function usual(query: z.ZodObject) {
  return { ...validate(query, {}), page: 1, per_page: 50, sort: mostUrgentFirst }
}

let planned = 0

/** Returns the plan of the first statement of a read with a text, as PostgreSQL plans it once it has run often. */
async function planOf(run: (read: Read) => Promise<unknown>, part = ''): Promise<string> {
  const statement = (await statementsOf(run)).find(({ text }) => text.includes(part))
  const { text, values, unprepared } = statement!
  const name = `plan_${planned++}`
  await client.query({ name, text, values })
  const literals = values.map((value) =>
    client.escapeLiteral(Array.isArray(value) ? `{${value}}` : String(value)),
  )
  const execution = `execute ${name}${values.length > 0 ? `(${literals})` : ''}`
  const { rows } = await client.query(
    unprepared ? `explain ${text}` : `explain ${execution}`,
    unprepared ? values : [],
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

async function statementsOf(run: (read: Read) => Promise<unknown>): Promise<Statement<unknown>[]> {
  const statements: Statement<unknown>[] = []
  await run((statement) => {
    statements.push(statement)
    return world.database.read(statement)
  })
  return statements
}

it('finds the clicks of a rare status by the index on these statuses', async () => {
  const plan = await planOf((read) => listClicks(read, validate(ClickQuery, { status: 'rejected' })))
  expect(plan).toMatch(/using clicks_\d{4}_\d\d_status_date_id_idx/)
  expect(plan).not.toContain('Sort')
})

it('keeps one plan for all pages of clicks', async () => {
  await client.query('begin; set local plan_cache_mode = auto; set local session_replication_role = replica')
  onTestFinished(async () => {
    await client.query('rollback')
  })
  await client.query(
    `insert into clicks (date, app_id, company_id, clicks, created_by, updated_by)
      select current_date, n, 1, 7, '{}', '{}' from generate_series(1, 20000) as n; analyze clicks`,
  )
  for (let page = 2; page < 12; page++) {
    const [statement] = await statementsOf((read) => listClicks(read, validate(ClickQuery, { page })))
    await client.query({ name: 'pages', text: statement!.text, values: statement!.values })
  }
  const selectPlans = `select generic_plans from pg_prepared_statements where name = 'pages'`
  expect((await client.query(selectPlans)).rows).toEqual([{ generic_plans: '5' }])
})

it('reads changed days of clicks from the partitions of the period alone', async () => {
  const run = (read: Read) => compareClicks(read, validate(ClickComparisonQuery, { by: 'status' }))
  expect(await planOf(run)).toContain('Subplans Removed')
})

it('finds the changes of each kind by its index, without those of other records', async () => {
  const plan = await planOf((read) => readPortfolioChanges(read, validate(PortfolioChangeQuery, {})))
  expect(plan).toMatch(/using history_feed .*\n.*Index Cond: \(\(record_type = type\.name\) AND .*ROW\(/)
})

it.each([
  ['time', {}],
  ['listed_type', { entity: 'keyword_position' }],
  ['surface', { surface: 'admin' }],
  ['actor', { actor: 'user:1' }],
  ['actor', { actor: 'user' }],
])('skips the entries of change sets in the activity by the index on the %s', async (index, filters) => {
  const plan = await planOf((read) => listActivity(read, validate(ActivityQuery, filters)))
  expect(plan).toMatch(new RegExp(`using history_(listed_)?${index} on history record`))
  expect(plan).not.toMatch(/Filter: .*set_id/)
})

it('finds the changes of records in a change set by the records', async () => {
  const plan = await planOf((read) => listSetChanges(read, [7], [{ record_type: 'app', record_id: 1 }]))
  expect(plan).toContain('using history_record')
})

it('finds applications by a text with the trigram index', async () => {
  await client.query(`
    insert into applications (name, platform, status, native_id, created_by, updated_by)
      select 'Scanner ' || n, 'ios', 'active', 'scanner-' || n, '{}', '{}' from generate_series(1, 6000) as n`)
  // Also moves the entries of the index from its pending list, which every search reads.
  await client.query('vacuum analyze applications')
  await client.query('set enable_sort = on')
  const plan = await planOf((read) =>
    listApplications(read, validate(ApplicationQuery, { search: 'ner 1234' })),
  )
  await client.query('set enable_sort = off')
  expect(plan).toContain('on applications_search')
})

it('finds signals by a text with the trigram index', async () => {
  await client.query(`
    insert into signals (signal_type, title, credential, created_by, updated_by)
      select 'problem', 'Падение рейтинга ' || n, '', '{}', '{}' from generate_series(1, 6000) as n`)
  await client.query('vacuum analyze signals')
  await client.query('set enable_sort = on')
  const plan = await planOf((read) => listSignals(read, validate(SignalQuery, { q: 'ИНГА 1234' })))
  await client.query('set enable_sort = off')
  expect(plan).toContain('on signals_search')
})

it.each<[string, (read: Read) => Promise<unknown>]>([
  ['signals', (read) => listSignals(read, usual(SignalQuery) as never)],
  ['tasks', (read) => listTasks(read, usual(TaskQuery) as never)],
  ['decisions', (read) => listDecisions(read, usual(DecisionQuery) as never)],
])('reads the most urgent %s from the index of that order', async (table, run) => {
  expect(await planOf(run)).toMatch(new RegExp(`Index Scan using ${table}_urgency`))
})

it('reads the columns of the board from the indexes of their orders', async () => {
  const plan = await planOf((read) => readBoard(read, {}, 'UTC'))
  expect(plan.match(/using tasks_urgency/g)).toHaveLength(3)
  expect(plan).toMatch(/using tasks_done/)
})

it('reads the newest requests first', async () => {
  const plan = await planOf((read) => listRequests(read, validate(RequestQuery, { surface: 'http' }), 1000))
  expect(plan).toMatch(/ {2}Append/)
  expect(plan).not.toContain('Merge Append')
})

it.each<[object, string]>([
  [{ status: '404' }, 'status_created_at'],
  [{ method: 'POST' }, 'method_created_at'],
  [{ slow: '1' }, 'created_at_idx1'],
  [{ user_id: 7 }, 'user_id_created_at'],
  [{ token_id: 7 }, 'token_id_created_at'],
  [{ code: 'conflict' }, 'code_created_at'],
])('finds the requests of %o by their own index', async (query, index) => {
  await client.query('begin')
  onTestFinished(async () => {
    await client.query('rollback')
  })
  const numbers = { status: 404, user_id: 7, token_id: 7, duration_ms: 2000 }
  const rare: Partial<NewRequestRow> = { ...numbers, method: 'POST', code: 'conflict' }
  const requests = Array.from({ length: 2000 }, (_, number) => (number % 100 === 0 ? rare : {}))
  await client.query(insertOf(requests))
  await client.query('set local enable_sort = on; analyze request_logs')
  const plan = await planOf((read) => listRequests(read, validate(RequestQuery, query), 1000))
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '')
  expect(plan).toContain(`request_logs_${today}_${index}`)
})

it('finds the requests to a path by its trigrams', async () => {
  await client.query('begin')
  onTestFinished(async () => {
    await client.query('rollback')
  })
  await client.query('set local enable_indexscan = off; set local enable_sort = on')
  const plan = await planOf((read) => listRequests(read, validate(RequestQuery, { path: 'rare' }), 1000))
  expect(plan).toContain('path_idx')
})

it('reads no requests of days after a cursor', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const cursor = encodeTimeCursor({ created_at: new Date(Date.parse(today) - 1).toISOString(), id: 1 })
  const plan = await planOf((read) =>
    listRequests(read, validate(RequestQuery, { method: 'POST', cursor }), 1000),
  )
  expect(plan).toContain('on request_logs_')
  expect(plan).not.toContain(`on request_logs_${today.replaceAll('-', '')}`)
})

it.each<[string, (read: Read) => Promise<unknown>]>([
  ['all', (read) => listUnseenNotes(read, 7)],
  ['those about a record', (read) => unseenNotesAbout(read, { record_type: 'task', record_id: 7 }, 7)],
])('finds the notes that a person has not seen by an index of them alone: %s', async (_title, run) => {
  expect(await planOf(run)).toMatch(/using mentions_unseen on mentions/)
})

it('counts the trends of a direction from an index alone', async () => {
  const plan = await planOf((read) => readTrends(read, validate(SummaryQuery, { direction_slug: 'fitness' })))
  for (const index of ['signals_created', 'signals_resolved', 'insights_created'])
    expect(plan).toContain(`Index Only Scan using ${index}`)
})

it.each<[string, (read: Read) => Promise<unknown>]>([
  ['q of a portfolio list', (read) => listSignals(read, validate(SignalQuery, { q: 'fall' }))],
  [
    'search of a list of operations',
    (read) => listApplications(read, validate(ApplicationQuery, { search: 'a' })),
  ],
  [
    'a filter of the request log',
    (read) => listRequests(read, validate(RequestQuery, { path: '/api' }), 1000),
  ],
])('plans a read with its values, which may be rare: %s', async (_title, run) => {
  const planned = async (read: (read: Read) => Promise<unknown>) =>
    new Set((await statementsOf(read)).map(({ unprepared = false }) => unprepared))
  expect(await planned(run)).toEqual(new Set([true]))
  expect(await planned((read) => listSignals(read, validate(SignalQuery, {})))).toEqual(new Set([false]))
})

it('reads the changes of a place by its records if it has few, and else in the order of the feed', async () => {
  const [withFew, withMany] = [await makeProduct(world), await makeProduct(world)]
  onTestFinished(async () => {
    await client.query('set enable_sort = off; set enable_seqscan = off')
  })
  await client.query(`
    insert into signals (signal_type, title, credential, created_by, updated_by, product_id)
      select 'problem', 'Signal ' || n, '', '{}', '{}',
        case when n % 400 = 0 then ${withFew.id} else ${withMany.id} end
      from generate_series(1, 4000) as n;
    insert into history (record_type, record_id, event, actor, changes, surface)
      select 'signal', (select max(id) from signals) - n % 4000, 'updated', '{}', '{}', 'cli'
      from generate_series(1, 20000) as n;
    analyze signals, history;
    set enable_sort = on; set enable_seqscan = on`)
  const planOfProduct = (product_slug: string) =>
    planOf(
      (read) => readPortfolioChanges(read, validate(PortfolioChangeQuery, { product_slug })),
      'transaction_id',
    )
  const [few, many] = [await planOfProduct(withFew.slug), await planOfProduct(withMany.slug)]
  for (const plan of [few, many]) expect(plan).not.toMatch(/Seq Scan on history/)
  expect(few).toMatch(/on signals_product[\s\S]*using history_record on history history_\d/)
  expect(many).toMatch(/using history_(feed|transaction) on history history_\d[\s\S]*using signals_pkey/)
})
