import { beforeAll, describe, expect, it } from 'vitest'
import {
  expectValidationErrors,
  makeApp,
  makeDecision,
  makeEconomics,
  makeInsight,
  makeProduct,
  makeSignal,
  makeTask,
  root,
} from '../support/makers.ts'
import { makeWorld } from '../support/world.ts'
import { callTool, toolDependencies } from './call-tool.ts'

const world = await makeWorld()
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  await makeProduct(world, { name: 'Run' })
  const app_slug = (await makeApp(world, { name: 'Run for iOS', product_slug: 'run' })).slug
  for (const make of [makeSignal, makeInsight, makeTask]) {
    await make(world, { app_slug, title: 'Of the app' })
    await make(world, { product_slug: 'run', title: 'Of the 100% product' })
  }
  await makeEconomics(world, { product_slug: 'run', title: 'October' })
  await makeEconomics(world, { product_slug: 'run', title: 'November' })
  for (const [path, make] of [
    ['insights', makeInsight],
    ['economics', makeEconomics],
  ] as const) {
    const { id } = await make(world, { product_slug: 'run', title: 'Retracted' })
    await world.send('POST', `${root}/${path}/${id}/retract`, { reason: 'Mistaken.' })
  }
  const task = (title: string, fields: object) => makeTask(world, { product_slug: 'run', title, ...fields })
  await task('Late', { owner: 'Анна Ёлкина', due_at: day(-1) })
  await task('Late, blocked', { owner: 'Boris', due_at: day(-9), status: 'blocked' })
  await task('Late, done', { owner: 'Boris Jr', due_at: day(-1), status: 'done' })
  await task('Today', { owner: 'BORIS', due_at: day(0) })
  const decision = (title: string, fields: object) =>
    makeDecision(world, { product_slug: 'run', title, ...fields })
  await decision('Old', { owner: 'анна ёлкина', review_at: '2026-01-31' })
  await decision('Old, reviewed', { review_at: '2026-01-30', status: 'reviewed' })
  await decision('Later', { review_at: '2099-01-01', app_slug: 'run-for-ios' })
})

type Titled = { title: string }
const titlesOf = (rows: Titled[]) => rows.map(({ title }) => title).sort()

async function overHttp(kind: string, query: Record<string, string>) {
  const { query: q, ...filters } = query
  const parameters = new URLSearchParams({ ...filters, ...(q && { q }) })
  const { status, body } = await world.send('GET', `${root}/${kind}?${parameters}`)
  expect(status).toBe(200)
  return titlesOf(body[kind])
}

async function overMcp(kind: string, args: object) {
  const { isError, text, content } = await callTool(toolDependencies(world), `list_${kind}`, args)
  expect(isError, text).toBeUndefined()
  return titlesOf(content[kind])
}

describe('the same filter over HTTP and MCP', () => {
  it.each([
    ['signals', { app_slug: 'run-for-ios' }, ['Of the app']],
    ['insights', { app_slug: 'RUN-for-ios' }, ['Of the app']],
    ['tasks', { app_slug: 'run-for-ios' }, ['Of the app']],
    ['decisions', { app_slug: 'run-for-ios' }, ['Later']],
    ['signals', { query: '100%' }, ['Of the 100% product']],
    ['insights', { query: '100%' }, ['Of the 100% product']],
    ['economics', { query: 'OCTO' }, ['October']],
    ['insights', { query: 'a' }, ['Of the app']],
    ['insights', { query: 'a', include_retracted: '0' }, ['Of the app']],
    ['insights', { query: 'a', include_retracted: '1' }, ['Of the app', 'Retracted']],
    ['economics', {}, ['November', 'October']],
    ['economics', { include_retracted: '1' }, ['November', 'October', 'Retracted']],
    ['decisions', { query: 'later' }, ['Later']],
    ['tasks', { query: 'blocked' }, ['Late, blocked']],
    ['tasks', { owner: 'анна ёлкина' }, ['Late']],
    ['tasks', { owner: 'boris' }, ['Late, blocked', 'Today']],
    ['tasks', { owner: 'bori' }, []],
    ['tasks', { overdue: '1' }, ['Late', 'Late, blocked']],
    ['tasks', { overdue: '0', query: 'a' }, ['Late, done', 'Of the app', 'Today']],
    ['tasks', { overdue: '1', owner: 'BORIS', status: 'blocked' }, ['Late, blocked']],
    ['decisions', { owner: 'Анна Ёлкина' }, ['Old']],
    ['decisions', { overdue: '1' }, ['Old']],
    ['decisions', { overdue: '0' }, ['Later', 'Old, reviewed']],
    ['decisions', { review_before: '2026-01-31' }, ['Old, reviewed']],
    ['decisions', { review_before: '2026-02-01' }, ['Old', 'Old, reviewed']],
  ] as [string, Record<string, string>, string[]][])('of %s by %o', async (kind, filter, titles) => {
    expect(await overHttp(kind, filter)).toEqual(titles)
    expect(await overMcp(kind, filter)).toEqual(titles)
  })

  it.each(['signals', 'insights', 'decisions', 'tasks'])(
    'of %s by an unknown app leads to a warning over HTTP and an error over MCP',
    async (kind) => {
      const { body } = await world.send('GET', `${root}/${kind}?app_slug=run-for-mac`)
      expect(body[kind]).toEqual([])
      expect(body.warnings).toEqual([
        {
          field: 'app_slug',
          message: expect.stringContaining('There is no app with the slug "run-for-mac".'),
        },
      ])
      const { isError, text } = await callTool(toolDependencies(world), `list_${kind}`, {
        app_slug: 'run-for-mac',
      })
      expect([isError, text]).toEqual([true, expect.stringContaining('Nearest: run-for-ios')])
    },
  )
})

it.each(['insights', 'economics'])(
  'list_%s says that a record was retracted, and why, in its compact form too',
  async (kind) => {
    const args = { include_retracted: true, query: 'Retracted' }
    const { content } = await callTool(toolDependencies(world), `list_${kind}`, args)
    expect(content[kind]).toMatchObject([{ retracted_at: expect.any(String), retraction: 'Mistaken.' }])
  },
)

describe('since', () => {
  it('of records rejects a cursor and says where a cursor goes', async () => {
    const { next_cursor } = (await world.send('GET', `${root}/changes`)).body
    const since =
      'The since field must match the format Y-m-d. A cursor is sent as since to the change feed (list_changes, GET changes).'
    expectValidationErrors(await world.send('GET', `${root}/tasks?since=${next_cursor}`), { since })
    const { text } = await callTool(toolDependencies(world), 'list_tasks', { since: next_cursor })
    expect(text).toContain(since)
  })
})
