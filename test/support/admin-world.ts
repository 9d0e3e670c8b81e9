import type { Person } from '../../src/access/person.ts'
import { type Browser, signIn } from './admin.ts'
import { addPartitions } from './clicks.ts'
import { hostile, type Made } from './form-fields.ts'
import { sql } from './makers.ts'
import { makePerson, type TestUser } from './people.ts'
import { recordForms } from './record-forms.ts'
import { makeWorld, type World } from './world.ts'

/** For the functions of the pages that are called without a request. */
export const anyAdmin: Person = { id: 0, name: 'Admin', role: 'admin', status: 'active' }

/** A world with three records of every kind, created through their forms, and a browser of each kind of person. */
export type AdminWorld = World & {
  admin: Browser
  manager: Browser
  /** A manager who may only read. */
  inactive: Browser
  user: Browser
  people: { admin: TestUser; manager: TestUser }
  made: Made
}

/** Creates such a world. */
export async function makeAdminWorld(...given: Parameters<typeof makeWorld>): Promise<AdminWorld> {
  const world = await makeWorld(...given)
  const [admin, manager, idle, user] = await Promise.all([
    makePerson(world, 'admin'),
    makePerson(world, 'manager'),
    makePerson(world, 'manager', { status: 'inactive' }),
    makePerson(world, 'user'),
  ])
  const browsers = {
    admin: await signIn(world, admin),
    manager: await signIn(world, manager),
    inactive: await signIn(world, idle),
    user: await signIn(world, user),
  }
  const made: Made = {}
  for (const collection of Object.keys(recordForms))
    made[collection] = await create(browsers.admin, collection, made)
  made.clicks = await createClicks(world, made)
  await sql(world, 'update directions set name = $1, description = $1 where slug = $2', hostile, 'utilities')
  const directions = await sql(world, `select id from directions order by slug <> 'utilities', id`)
  made.directions = directions.map(({ id }) => Number(id))
  return { ...world, ...browsers, people: { admin, manager }, made }
}

async function create(browser: Browser, collection: string, made: Made): Promise<number[]> {
  const ids: number[] = []
  for (const fields of recordForms[collection]?.(made) ?? [])
    ids.push(await createRecord(browser, collection, fields))
  return ids
}

/** Creates a record by its form. Returns its id. */
export async function createRecord(
  browser: Browser,
  collection: string,
  fields: Record<string, string>,
): Promise<number> {
  const { status, location, body } = await browser.post(`/admin/${collection}/new`, fields)
  // The answer with a secret is a page, not a redirect. Its last link leads to the record.
  const secret = status === 201 ? body.slice(body.indexOf('id="secret"')) : ''
  const address = location ?? /class="button primary" href="([^"]+)"/.exec(secret)?.[1]
  if (!address) throw new Error(`${collection}: ${status} ${/<p class="error.*?<\/p>/.exec(body)}`)
  return Number(address.split('/').at(-1))
}

async function createClicks(world: World, { applications = [], companies = [] }: Made): Promise<number[]> {
  const by = JSON.stringify({ type: 'system', id: null, name: 'system' })
  await addPartitions(world, '2026-01-01')
  const rows = await sql(
    world,
    `insert into clicks (date, app_id, company_id, clicks, status, created_by, updated_by)
     select '2026-01-01'::date + n::int, ($1::bigint[])[n], ($2::bigint[])[n], 300 - n, ($3::text[])[n], $4, $4
     from generate_series(1, 3) n returning id`,
    applications,
    companies,
    ['ok', 'pending', 'rejected'],
    by,
  )
  return rows.map(({ id }) => Number(id))
}
