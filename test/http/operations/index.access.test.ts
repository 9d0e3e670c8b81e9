import { beforeAll, describe, expect, it } from 'vitest'
import type { Ability } from '../../../src/access/access-token.ts'
import { sql } from '../../support/makers.ts'
import {
  makeApplication,
  makeCompany,
  makeContact,
  makeKeyword,
  makeStrategy,
} from '../../support/operations.ts'
import { makePerson, type TestUser, v1 } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let admin: TestUser
let fullAdmin: TestUser
let owner: TestUser
let otherManager: TestUser
let user: TestUser
let inactiveManager: TestUser
let adminWithoutAbility: TestUser
beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world, 'admin')
  fullAdmin = await makePerson(world, 'admin', { able: ['admin:full'] })
  owner = await makePerson(world, 'manager')
  otherManager = await makePerson(world, 'manager')
  user = await makePerson(world, 'user')
  inactiveManager = await makePerson(world, 'manager', { status: 'inactive' })
  adminWithoutAbility = await makePerson(world, 'admin', { able: ['logs:read'] })
})

type Make = (by: TestUser) => Promise<{ id: number }>

type Endpoint = {
  method: string
  /** The path with `{id}`, for the title. */
  name: string
  /** Creates a record of `owner`, where the path names one, and returns its path. */
  path: () => Promise<string>
  ability: Ability
  /** A body that is accepted and, on a PATCH, changes the record. */
  body?: object
  /** A body that breaks a rule. */
  invalid?: object
  success: number
  /** Only the owner of the record and an admin may call it. */
  ownerOnly?: true
}

const collection = (path: string) => ({ name: path, path: async () => path })
const item = (path: string, make: Make, rest = '') => ({
  name: `${path}/{id}${rest}`,
  path: async () => `${path}/${(await make(owner)).id}${rest}`,
})
const note = (path: string, make: Make) => ({
  name: `${path}/{id}/notes/{note}`,
  path: async () => {
    const { id } = await make(owner)
    const created = await owner.send('POST', `${path}/${id}/notes`, { body: 'A note.' })
    return `${path}/${id}/notes/${created.body.data.id}`
  },
})

function resource(path: string, kind: string, make: Make, body: object, change: object) {
  const [read, write] = [`${kind}:read` as Ability, `${kind}:write` as Ability]
  const [all, one] = [collection(path), item(path, make)]
  const invalid = { status: 'no such' }
  return [
    { method: 'GET', ...all, ability: read, success: 200 },
    { method: 'POST', ...all, ability: write, body, invalid, success: 201 },
    { method: 'GET', ...one, ability: read, success: 200 },
    { method: 'PATCH', ...one, ability: write, body: change, invalid, success: 200 },
    { method: 'DELETE', ...one, ability: write, success: 204 },
  ] satisfies Endpoint[]
}

function notesAndHistory(path: string, kind: string, make: Make) {
  const [read, write] = [`${kind}:read` as Ability, `${kind}:write` as Ability]
  const notes = item(path, make, '/notes')
  const body = { body: 'Hm.' }
  return [
    { method: 'GET', ...notes, ability: read, success: 200 },
    { method: 'POST', ...notes, ability: write, body, invalid: { body: 1 }, success: 201 },
    { method: 'DELETE', ...note(path, make), ability: write, success: 204, ownerOnly: true as const },
    { method: 'GET', ...item(path, make, '/history'), ability: read, success: 200 },
  ] satisfies Endpoint[]
}

const archive = (method: string): Endpoint => ({
  method,
  ...item('/applications', makeApplication, '/archive'),
  ability: 'apps:write',
  success: 200,
  ownerOnly: true,
})

const application = { name: 'New', platform: 'ios', status: 'active' }
const named = { name: 'New' }
const endpoints: Endpoint[] = [
  ...resource('/applications', 'apps', makeApplication, application, named).map((endpoint) => ({
    ...endpoint,
    ...(/PATCH|DELETE/.test(endpoint.method) && { ownerOnly: true as const }),
  })),
  ...notesAndHistory('/applications', 'apps', makeApplication),
  ...['POST', 'PATCH', 'PUT', 'DELETE'].map(archive),
  ...resource('/companies', 'companies', makeCompany, named, named),
  ...notesAndHistory('/companies', 'companies', makeCompany),
  ...resource('/contacts', 'contacts', makeContact, named, named),
  ...resource('/strategies', 'strategies', makeStrategy, named, named),
  ...notesAndHistory('/strategies', 'strategies', makeStrategy),
  ...resource('/keywords', 'keywords', makeKeyword, { keyword: 'new' }, { keyword: 'other' }),
]

describe.each(endpoints)('$method $name', ({ method, path, ability, body, invalid, success, ownerOnly }) => {
  const writes = method !== 'GET'

  it('checks the token, its ability, the role and the ownership', async () => {
    const statusFor = async (caller: TestUser, sent: object | undefined = body) => {
      const url = await path()
      return (await caller.send(method, url, sent === body ? await validBody(url, sent) : sent)).status
    }
    const anonymous = await world.send(method, v1 + (await path()), invalid)
    expect(anonymous.status).toBe(401)
    const rejected = await adminWithoutAbility.send(method, await path(), invalid)
    expect(rejected.status).toBe(403)
    expect(rejected.body).toMatchObject({ code: 'missing_ability', required_ability: ability })
    expect(await statusFor(fullAdmin)).toBe(success)
    expect(await statusFor(admin)).toBe(success)
    expect(await statusFor(owner)).toBe(success)
    expect(await statusFor(user, invalid)).toBe(writes ? 403 : success)
    expect(await statusFor(inactiveManager, invalid)).toBe(writes ? 403 : success)
    expect(await statusFor(otherManager)).toBe(ownerOnly ? 403 : success)
  })

  it('returns 404 for an unknown id, 422 for an invalid body and 405 for another method', async () => {
    const url = await path()
    if (/\d/.test(url)) {
      expect((await admin.send(method, url.replace(/\d+/, '999999999'), body)).status).toBe(404)
      expect((await admin.send(method, url.replace(/\d+/, '01'), invalid)).status).toBe(404)
    }
    if (invalid) expect((await admin.send(method, url, invalid)).status).toBe(422)
    const wrong = await admin.send('OPTIONS', url)
    expect(wrong.status).toBe(405)
    expect(wrong.headers.allow).toContain(method)
  })

  it.runIf(writes)('stores nothing in a dry run', async () => {
    const url = await path()
    const sent = await validBody(url, body)
    const before = await countStored()
    const { status, body: answer, headers } = await admin.send(method, `${url}?dry_run=1`, sent)
    expect(status).toBe(200)
    expect(answer.dry_run).toBe(true)
    if (success === 201) expect([answer.data.id, headers.location]).toEqual([undefined, undefined])
    else if (answer.data) expect(answer.data.id).toEqual(expect.any(Number))
    expect(await countStored()).toEqual(before)
    expect((await admin.send(method, url, sent)).status).toBe(success)
    // Restoring an application that is not archived changes nothing.
    if (`${method} ${url}`.replace(/\d+/, '') !== 'DELETE /applications//archive')
      expect(await countStored()).not.toEqual(before)
  })
})

let number = 0
// Names must be unique, and a keyword requires a strategy.
async function validBody(url: string, body: object | undefined): Promise<object | undefined> {
  if (url === '/keywords' && body) return { ...body, strategy_id: (await makeStrategy(owner)).id }
  return body && 'name' in body ? { ...body, name: `New ${++number}` } : body
}

async function countStored(): Promise<unknown> {
  const tables = ['history', 'applications', 'companies', 'contacts', 'strategies', 'keywords', 'notes']
  const counts = tables.map((table) => `(select count(*) from ${table}) as ${table}`)
  return sql(world, `select ${counts.join(', ')}`)
}
