import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { readAll } from '../../../../http/admin/list/export.ts'
import { allRecords } from '../../../../http/admin/records/index.ts'
import { fillDemo } from '../../../../src/catalog/demo.ts'
import type { Read } from '../../../../src/database/read.ts'
import { transact } from '../../../../src/database/transaction.ts'
import { type Browser, signIn } from '../../../support/admin.ts'
import { anyAdmin } from '../../../support/admin-world.ts'
import { makeProduct } from '../../../support/makers.ts'
import { makePerson, operator } from '../../../support/people.ts'
import { query } from '../../../support/rows.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const batches = 12
const author = `'{"type": "system", "id": null, "name": "test"}'::jsonb`

let world: World
let manager: Browser
let reads = 0
beforeAll(async () => {
  // Counts the batches: each is one page of the list, its rows and their number.
  const readReplica: Read = (statement) => {
    reads += 1
    return world.database.readReplica(statement)
  }
  world = await makeWorld({}, { readReplica })
  const insert = 'insert into companies (name, legal_name, status, description, created_by, updated_by)'
  await query(
    world.url,
    `${insert} select 'Company ' || n, null, 'paused', repeat('x', 1500), ${author}, ${author}
      from generate_series(1, ${batches * 1000}) as n`,
  )
  await query(
    world.url,
    `${insert} values
      ('Größe; "Co", Ltd', '+49 30', 'active', E'two\nlines', ${author}, ${author}),
      ('@home', '=HYPERLINK("http://x")', 'active', '-5', ${author}, ${author})`,
  )
  await makeProduct(world, { name: 'Torch', portfolio_status: 'core' })
  manager = await signIn(world, await makePerson(world, 'manager'))
})

const cells = (line: string | undefined) => line?.split(',')

describe('GET /admin/{collection}.csv', () => {
  it('returns what the filters select, as a file with the field names of the API, and no cell that is a formula', async () => {
    const { status, headers, body } = await manager.get('/admin/companies.csv?status=active&sort=name')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="companies-\d{4}-\d\d-\d\d\.csv"$/)
    const [header, home, other] = body.split('\r\n')
    expect(header?.startsWith('\uFEFFid,name,')).toBe(true)
    expect(cells(header)).toEqual(expect.arrayContaining(['owner_id', 'owner', 'applications_count']))
    expect(home).toContain(`,'@home,"'=HYPERLINK(""http://x"")",`)
    expect(home).toContain(`,'-5,`)
    expect(other).toContain(`,"Größe; ""Co"", Ltd",'+49 30,`)
    expect(body).toContain(',"two\nlines",')
    expect(body.match(/\r\n/g)).toHaveLength(3)
  })

  it('returns the columns of a reference by its id and its name', async () => {
    const { body } = await manager.get('/admin/products.csv?q=Torch')
    const [header = '', row = ''] = body.slice(1).split('\r\n')
    const found = Object.fromEntries(header.split(',').map((name, index) => [name, row.split(',')[index]]))
    expect(found).toMatchObject({
      name: 'Torch',
      portfolio_status: 'core',
      is_favorite: 'false',
      direction_id: expect.stringMatching(/^\d+$/),
      direction_slug: 'utilities',
      open_signals_count: '0',
    })
  })

  it('shows the list with the message if a filter is invalid', async () => {
    const { status, headers, body } = await manager.get('/admin/companies.csv?status=nothing')
    expect([status, headers['content-type']]).toEqual([422, 'text/html; charset=utf-8'])
    expect(body).toContain('The selected status is invalid.')
  })

  it('returns 403 to a person who may not see the list', async () => {
    const user = await signIn(world, await makePerson(world, 'user'))
    expect((await user.get('/admin/companies.csv')).status).toBe(403)
  })

  it('reads no further than the client does, and stops when the client disconnects', async () => {
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = world.app.server.address() as AddressInfo
    const cookie = [...manager.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const before = reads
    const options = { port, path: '/admin/companies.csv', headers: { host: 'ops.test', cookie } }
    const response = await new Promise<{ destroy: () => void }>((resolve) =>
      httpRequest(options, resolve).end(),
    )
    response.destroy()
    const first = reads
    expect(first - before).toBeLessThan(batches)
    const { body } = await manager.get('/admin/companies.csv')
    expect(body.match(/\r\n/g)).toHaveLength(batches * 1000 + 3)
    // Had the first export gone on, it would have ended before the second one.
    expect(reads - first).toBeLessThan(1.5 * 2 * batches)
  })
})

describe('readAll', () => {
  let demo: World
  beforeAll(async () => {
    demo = await makeWorld()
    const report = () => undefined
    await transact(demo.database.orm, (em) => fillDemo(em, operator, { force: false, report }), {
      timeLimit: 'bulk',
    })
  })

  it.each(allRecords.map((pages) => [pages.collection, pages] as const))(
    'returns every record of %s once, however many batches it takes',
    async (_collection, pages) => {
      const { read } = demo.database
      const ids: number[] = []
      for await (const rows of readAll(read, pages, {}, anyAdmin, 7)) ids.push(...rows.map(({ id }) => id))
      const listed = await pages.list.run(
        read,
        { page: 1, per_page: 5000, with_total: false } as never,
        anyAdmin,
      )
      expect(ids.toSorted()).toEqual(listed.rows.map(({ id }) => id).toSorted())
    },
  )
})
