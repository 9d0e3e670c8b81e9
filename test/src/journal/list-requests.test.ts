import { beforeAll, describe, expect, it } from 'vitest'
import { listRequests, RequestQuery } from '../../../src/journal/list-requests.ts'
import { logRequests } from '../../support/request-log.ts'
import { makeWorld, type World } from '../../support/world.ts'

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
