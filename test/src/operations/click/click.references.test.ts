import pg from 'pg'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { addPartitions } from '../../../support/clicks.ts'
import { sql } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await addPartitions(world, '2026-01-01')
})

const author = `'{"type": "system", "id": null, "name": "test"}'`

type References = { app: number; company: number }

/** Creates an application and a company that nothing references. */
async function makeReferences(): Promise<References> {
  const [created] = await sql(
    world,
    `with application as (
      insert into applications (name, platform, status, native_id, created_by, updated_by)
      values ('Scanner', 'ios', 'active', gen_random_uuid()::text, ${author}, ${author}) returning id
    ), company as (
      insert into companies (name, created_by, updated_by) values (gen_random_uuid()::text, ${author}, ${author}) returning id
    )
    select application.id as app, company.id as company from application, company`,
  )
  return created as References
}

const insertion = ({ app, company }: References) =>
  `insert into clicks (date, app_id, company_id, clicks, created_by, updated_by)
    select date '2026-01-01' + n, case when n = 2 then ${app} else known.app end,
      case when n = 2 then ${company} else known.company end, 1, ${author}, ${author}
    from generate_series(1, 3) as n,
      (select max(applications.id) as app, max(companies.id) as company from applications, companies) as known`

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: world.url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const violation = (field: 'app_id' | 'company_id') => ({
  code: '23503',
  table: expect.stringMatching(/^clicks/),
  constraint: `clicks_${field}_foreign`,
})

it('rejects all rows of a statement if the application or the company of one does not exist', async () => {
  const known = await makeReferences()
  const client = await connect()
  await expect(client.query(insertion({ ...known, app: 999_999 }))).rejects.toMatchObject(violation('app_id'))
  await expect(client.query(insertion({ ...known, company: 999_999 }))).rejects.toMatchObject(
    violation('company_id'),
  )
  expect(await sql(world, 'select from clicks where app_id = $1', known.app)).toEqual([])
  await client.query(insertion(known))
  expect(await sql(world, 'select from clicks where app_id = $1', known.app)).toHaveLength(3)
})

it('keeps the application and the company of a click', async () => {
  const { app, company } = await makeReferences()
  const client = await connect()
  await client.query(insertion({ app, company }))
  const changes = ['clicks set app_id = 999999', 'clicks set company_id = 999999']
  const ids = [
    `applications set id = 999999 where id = ${app}`,
    `companies set id = 999999 where id = ${company}`,
  ]
  for (const change of [...changes, ...ids])
    await expect(client.query(`update ${change}`)).rejects.toMatchObject({ code: '23503' })
  await expect(client.query(`delete from applications where id = ${app}`)).rejects.toMatchObject(
    violation('app_id'),
  )
  await expect(client.query(`delete from companies where id = ${company}`)).rejects.toMatchObject(
    violation('company_id'),
  )
  const unused = await makeReferences()
  await client.query(`delete from applications where id = ${unused.app}`)
  await client.query(`delete from companies where id = ${unused.company}`)
})

it('rejects the deletion of an application whose clicks another transaction is adding', async () => {
  const { app, company } = await makeReferences()
  const [writer, remover] = [await connect(), await connect()]
  await writer.query(`begin; ${insertion({ app, company })}`)
  const deletion = expect(remover.query(`delete from applications where id = ${app}`)).rejects.toMatchObject(
    violation('app_id'),
  )
  await waitsForLock(remover)
  await writer.query('commit')
  await deletion
})

it('rejects clicks of an application that another transaction is deleting', async () => {
  const { app, company } = await makeReferences()
  const [writer, remover] = [await connect(), await connect()]
  await remover.query(`begin; delete from applications where id = ${app}`)
  const addition = expect(writer.query(insertion({ app, company }))).rejects.toMatchObject(
    violation('app_id'),
  )
  await waitsForLock(writer)
  await remover.query('commit')
  await addition
})

it('answers 422 for the application that is deleted while a batch of its clicks is stored', async () => {
  const manager = await makePerson(world, 'manager')
  const { app, company } = await makeReferences()
  const remover = await connect()
  await remover.query(`begin; delete from applications where id = ${app}`)
  const row = { date: '2026-01-05', app_id: app, company_id: company, clicks: 1 }
  const answer = manager.send('POST', '/analytics/clicks/bulk', { rows: [row] })
  await expect
    .poll(() => sql(world, `select from pg_locks where not granted and locktype = 'transactionid'`))
    .not.toEqual([])
  await remover.query('commit')
  const { status, body } = await answer
  expect([status, body.errors]).toEqual([422, { app_id: ['The selected app id is invalid.'] }])
})

async function waitsForLock(client: pg.Client): Promise<void> {
  const { processID } = client as pg.Client & { processID: number }
  await expect
    .poll(() => sql(world, 'select from pg_locks where pid = $1 and not granted', processID))
    .not.toEqual([])
}
