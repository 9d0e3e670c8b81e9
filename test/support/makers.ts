import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { issueToken } from '../../src/access/token.ts'
import { systemProvenance } from '../../src/record/provenance.ts'
import { query } from './cluster.ts'
import type { Answer, World } from './world.ts'

type Fields = Record<string, unknown>
// biome-ignore lint/suspicious/noExplicitAny: records of every kind
type Made = Promise<any>

let number = 0
const place = (fields: Fields) =>
  Object.keys(fields).some((name) => /^(product|direction|app|product_decision)_(id|slug)$/.test(name))
    ? {}
    : { direction_slug: 'utilities' }

export const root = '/api/portfolio'

export const makeProduct = (world: World, fields: Fields = {}) =>
  make(world, 'products', 'product', { name: `Product ${++number}`, direction_slug: 'utilities', ...fields })

export const makeApp = (world: World, fields: Fields = {}) =>
  make(world, 'apps', 'app', { name: `App ${++number}`, platform: 'iOS', ...place(fields), ...fields })

export const makeSignal = (world: World, fields: Fields = {}) =>
  make(world, 'signals', 'signal', { title: 'Signal', signal_type: 'problem', ...place(fields), ...fields })

export const makeInsight = (world: World, fields: Fields = {}) =>
  make(world, 'insights', 'insight', { title: 'Insight', body: 'Because.', ...place(fields), ...fields })

export const makeEconomics = (world: World, fields: Fields = {}) =>
  make(world, 'economics', 'economics', {
    title: 'Economics',
    period_start: '2026-01-01',
    period_end: '2026-01-31',
    ...place(fields),
    ...fields,
  })

export const makeDecision = (world: World, fields: Fields = {}) =>
  make(world, 'decisions', 'decision', {
    title: 'Decision',
    decision_type: 'scale',
    owner: 'Anna',
    decision: 'Grow.',
    review_at: '2099-01-01',
    ...place(fields),
    ...fields,
  })

export const makeTask = (world: World, fields: Fields = {}) =>
  make(world, 'tasks', 'task', { title: 'Task', ...place(fields), ...fields })

export const makeRule = (world: World, fields: Fields = {}) =>
  make(world, 'canon-rules', 'rule', {
    title: 'Rule',
    rule_type: 'freeze-policy',
    body: 'Freeze after a quarter.',
    ...fields,
  })

async function make(world: World, path: string, key: string, fields: Fields): Made {
  const { status, body } = await world.send('POST', `${root}/${path}`, fields)
  if (status !== 201) throw new Error(`POST ${path}: ${status} ${JSON.stringify(body)}`)
  return body[key]
}

/** Stores a portfolio token. Returns its secret, id, name and header. */
export async function makeToken(
  world: World,
  abilities = ['read', 'write'],
  expires_at: string | null = null,
  direct: string[] = [],
) {
  const actor = {
    by: systemProvenance,
    credential: 'system',
    surface: 'cli',
    request_id: null,
    person: null,
  } as const
  const input = { prefix: 'pft', name: `agent ${++number}`, abilities, expires_at, direct } as const
  const { secret, token } = await issueToken(world.database.orm.em.fork(), actor, input)
  return { secret, id: token.id, name: token.name, headers: { 'x-portfolio-token': secret } }
}

/** Stores a legacy slug of a direction. */
export async function makeAlias(world: World, slug: string, direction: string): Promise<void> {
  await sql(
    world,
    'insert into direction_aliases (slug, direction_id) select $1, id from directions where slug = $2',
    slug,
    direction,
  )
}

/** Runs a statement on the database of the world, and returns its rows. */
export async function sql(world: World, text: string, ...values: unknown[]): Promise<Fields[]> {
  const pool = await world.database.orm.em.getConnection().getNativeClient()
  return (await pool.query(text, values)).rows
}

/**
 * Stores copies of the newest row of a table, which saves a request for each, but writes no history. `changed` has the
 * columns that differ, as SQL expressions in which `n` is the number of the copy, from 1.
 */
export async function copyNewest(
  world: World,
  table: string,
  count: number,
  changed: Record<string, string> = {},
): Promise<void> {
  const columns = await sql(
    world,
    `select column_name as name from information_schema.columns
     where table_schema = current_schema and table_name = $1 and is_generated = 'NEVER' and column_name <> 'id'`,
    table,
  )
  const names = columns.map(({ name }) => String(name))
  const values = names.map((name) => changed[name] ?? `newest."${name}"`)
  await sql(
    world,
    `insert into ${table} ("${names.join('", "')}") select ${values.join(', ')}
     from (select * from ${table} order by id desc limit 1) newest, generate_series(1, $1::int) n`,
    count,
  )
}

/** Sets a setting of the database and ends its connections, so that every new one has that setting. */
export async function setDatabaseSetting(world: World, name: string, value: string): Promise<void> {
  const { url } = world
  const database = new URL(url).pathname.slice(1)
  await query(
    url,
    `alter database ${database} set ${name} = '${value}'`,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  // The pool may notice an ended connection only when it uses it.
  const current = () => sql(world, `select current_setting('${name}') as value`).catch(() => [])
  while ((await current())[0]?.value !== value) await setTimeout(20)
}

/** Expects a 422 with errors for exactly these fields, with exactly this sentence each. */
export function expectValidationErrors(answer: Answer, errors: Record<string, unknown>): void {
  const { next: _, ...body } = answer.body
  expect(body).toEqual({
    message: 'Validation failed.',
    code: 'validation_failed',
    request_id: expect.any(String),
    errors: Object.fromEntries(Object.entries(errors).map(([field, sentence]) => [field, [sentence]])),
  })
  expect(answer.status).toBe(422)
}

/** Counts answers by status: `{ 201: 1, 422: 19 }`. */
export function byStatus(answers: Pick<Answer, 'status'>[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Runs a callback this many times concurrently. */
export function atOnce<T>(times: number, callback: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => callback(index)))
}
