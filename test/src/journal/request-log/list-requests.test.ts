import { beforeAll, describe, expect, it } from 'vitest'
import { listRequests, RequestQuery } from '../../../../src/journal/request-log/list-requests.ts'
import { encodeTimeCursor } from '../../../../src/record/list/cursor.ts'
import { logRequests } from '../../../support/request-log.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  const paths = [...Array(1002).keys()].map((index) => ({ path: `/many/${index}` }))
  await logRequests(world, { path: '/few/1' }, ...paths, { path: '/few/2' }, { path: '/few/3' })
})

const list = async (query: object) => {
  const page = await listRequests(world.database.read, RequestQuery.parse(query), 1000)
  return { ...page, rows: page.rows.map((row) => row.path) }
}

describe('a filtered page of the request log', () => {
  it('has the total of at most 1,000 matches, also behind the last page', async () => {
    const few = (page: number) => list({ path: '/few', per_page: 2, page })
    expect(await few(1)).toEqual({ rows: ['/few/3', '/few/2'], more: true, total: 3 })
    expect(await few(2)).toEqual({ rows: ['/few/1'], more: false, total: 3 })
    expect(await few(3)).toEqual({ rows: [], more: false, total: 3 })
    expect(await list({ path: '/none' })).toEqual({ rows: [], more: false, total: 0 })
    expect(await list({ path: '/many', with_total: '1' })).toMatchObject({ more: true, total: 1002 })
    const deep = { path: '/many', per_page: 1, page: 1001, with_total: '1' }
    expect(await list(deep)).toEqual({ rows: ['/many/1'], more: true, total: 1002 })
  })

  it('continues after 1,000 matches, without a total', async () => {
    const many = async (page: number, per_page = 50) => {
      const { rows, more, total } = await list({ path: '/many', per_page, page })
      return [rows[0], rows.length, more, total]
    }
    expect(await many(1)).toEqual(['/many/1001', 50, true, null])
    expect(await many(20)).toEqual(['/many/51', 50, true, null])
    expect(await many(21)).toEqual(['/many/1', 2, false, null])
    expect(await many(22)).toEqual([undefined, 0, false, null])
    expect(await many(11, 95)).toEqual(['/many/51', 52, false, null])
    expect(await many(1002, 1)).toEqual(['/many/0', 1, false, null])
  })

  it('has only the fields of a request', async () => {
    const page = (query: object) => listRequests(world.database.read, RequestQuery.parse(query), 1000)
    const [all, filtered] = await Promise.all([page({ per_page: 1 }), page({ per_page: 1, path: '/few/3' })])
    expect(filtered.rows).toEqual(all.rows)
  })
})

it.each([
  ['//', ['/pairs//']],
  ['/-', ['/-/pairs', '/pairs/-x']],
  ['/-/', ['/-/pairs']],
  ['%/', []],
])('finds the requests whose path contains "%s"', async (path, expected) => {
  await logRequests(
    world,
    { path: '/pairs/-x' },
    { path: '/pairs//' },
    { path: '/-/pairs' },
    { path: '/pairs' },
  )
  const { rows } = await list({ path, per_page: 100 })
  expect([...new Set(rows)].sort()).toEqual(expected)
})

describe('the order of the request log', () => {
  const midnight = new Date().toISOString().slice(0, 10)
  const before = new Date(Date.parse(midnight) - 1).toISOString()
  const inOrder = ['/order/4', '/order/2', '/order/3', '/order/1']
  beforeAll(() =>
    logRequests(
      world,
      { path: '/order/2', created_at: midnight },
      { path: '/order/3', created_at: before },
      { path: '/order/4', created_at: midnight },
      { path: '/order/1', created_at: before.replace('.999Z', '.998Z') },
    ),
  )

  it('is newest first by time, and within a millisecond by id', async () => {
    expect((await list({ path: '/order' })).rows).toEqual(inOrder)
    const pages = [1, 2, 3, 4].map((page) => list({ path: '/order', per_page: 1, page, with_total: '1' }))
    expect((await Promise.all(pages)).flatMap(({ rows }) => rows)).toEqual(inOrder)
  })

  it('continues after a cursor with each row once, also on the day before', async () => {
    const rows: string[] = []
    let cursor: string | undefined
    do {
      const query = RequestQuery.parse({ path: '/order', per_page: 1, cursor })
      const page = await listRequests(world.database.read, query, 1000)
      rows.push(...page.rows.map(({ path }) => path))
      cursor = page.more && page.rows[0] ? encodeTimeCursor(page.rows[0]) : undefined
    } while (cursor)
    expect(rows).toEqual(inOrder)
  })
})
